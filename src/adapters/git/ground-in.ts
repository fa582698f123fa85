/** What a job's checkout of the default branch says of a commit: no request, and no journal is asked. */
import { tmpdir } from "node:os";
import { CONFIG_FILE } from "#core/config.ts";
import type { GroundNow } from "#ports/github-words.ts";
import { treeOfCommit } from "./commits.ts";
import { gitAt, objectId } from "./run.ts";
import { textInTree } from "./text-in-tree.ts";

/** As `GitHub.ground`, of what `HEAD` of the repository at `gitDir` holds; `branch` is its name. Throws `Failure("git")`. */
export async function groundIn(gitDir: string, branch: string, commit: string): Promise<GroundNow> {
  const git = gitAt(gitDir, tmpdir());
  // 1: it is elsewhere; 128: there is no such commit.
  const { code } = await git(["merge-base", "--is-ancestor", objectId(commit), "HEAD"], { answers: [0, 1, 128] });
  if (code !== 0) return { branch, held: false, tree: null, config: null };
  const tree = await treeOfCommit(git, commit);
  return { branch, held: true, tree, config: await textInTree(gitDir, tree, CONFIG_FILE) };
}
