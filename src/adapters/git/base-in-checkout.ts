/** Answers questions about a commit from a job's own checkout of the default branch, without a request. */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "#adapters/git/command/git-command.ts";
import { treeOfCommit } from "#adapters/git/objects/commits.ts";
import { textInTree } from "#adapters/git/objects/text-in-tree.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import type { BaseCommitNow } from "#ports/github-types.ts";

/**
 * As `GitHub.baseCommitNow`, from `HEAD` of the repository at `gitDir`; `branch` is its name. Throws `Failure("git")`.
 */
export async function readBaseInCheckout(gitDir: string, branch: string, commit: string): Promise<BaseCommitNow> {
  const git = gitAt(gitDir, tmpdir());
  // Three processes at once: the start of a job waits for the slowest of them.
  const [held, tree, config] = await Promise.allSettled([
    git(["merge-base", "--is-ancestor", objectId(commit), "HEAD"], { answers: [0, 1, 128] }),
    treeOfCommit(git, commit),
    textInTree(gitDir, commit, CONFIG_FILE),
  ]);
  // 1: the commit is not in the history; 128: it does not exist, so the other two failed for the same reason.
  if (unwrapped(held).code !== 0) return { branch, inHistory: false, tree: null, config: null };
  return { branch, inHistory: true, tree: unwrapped(tree), config: unwrapped(config) };
}

function unwrapped<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
