/** What a job's checkout of the default branch says of a commit: no request, and no journal is asked. */
import { tmpdir } from "node:os";
import { treeOfCommit } from "#adapters/git/objects/commits.ts";
import { gitAt, objectId } from "#adapters/git/objects/git-command.ts";
import { textInTree } from "#adapters/git/objects/text-in-tree.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import type { BaseCommitNow } from "#ports/github-types.ts";

/** As `GitHub.ground`, of what `HEAD` of the repository at `gitDir` holds; `branch` is its name. Throws `Failure("git")`. */
export async function readBaseInCheckout(gitDir: string, branch: string, commit: string): Promise<BaseCommitNow> {
  const git = gitAt(gitDir, tmpdir());
  // Three processes side by side: a start waits for the slowest of them.
  const [held, tree, config] = await Promise.allSettled([
    git(["merge-base", "--is-ancestor", objectId(commit), "HEAD"], { answers: [0, 1, 128] }),
    treeOfCommit(git, commit),
    textInTree(gitDir, commit, CONFIG_FILE),
  ]);
  // 1: it is elsewhere; 128: there is no such commit, so that the other two failed for the same reason.
  if (unwrapped(held).code !== 0) return { branch, inHistory: false, tree: null, config: null };
  return { branch, inHistory: true, tree: unwrapped(tree), config: unwrapped(config) };
}

function unwrapped<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
