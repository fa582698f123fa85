/** Writes commits and merges as objects only: no ref moves, no worktree is read, nothing is signed. */
import { objectId } from "#adapters/git/command/git-command.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import type { MergedTrees, MergeResult, Workspace } from "#ports/workspace.ts";
import { nulEndedFields } from "./listing.ts";

/** The name and address on a commit. */
export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** Loopwright's own, where the caller gives no other. */
export const DEFAULT_AUTHOR: CommitAuthor = { name: "Loopwright", email: "loopwright@users.noreply.github.com" };

/**
 * As `Workspace.commit`: author and committer are given by the caller, whatever the worker wrote. Throws
 * `Failure("git")`.
 */
export function writeCommit(
  git: Git,
  author: CommitAuthor,
  { parent, ...commit }: Parameters<Workspace["commit"]>[0],
): Promise<string> {
  return commitTree(git, author, { ...commit, parents: [parent] });
}

type NewCommit = Omit<Parameters<Workspace["commit"]>[0], "parent"> & { readonly parents: readonly string[] };

async function commitTree(git: Git, { name, email }: CommitAuthor, commit: NewCommit): Promise<string> {
  const date = `@${Math.floor(commit.at / 1000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const parents = commit.parents.flatMap((parent) => ["-p", objectId(parent)]);
  const args = ["commit-tree", objectId(commit.tree), ...parents, "--no-gpg-sign", "-F", "-"];
  const { stdout } = await git(args, { env, input: commit.message });
  return stdout.toString("latin1").trim();
}

/** The tree of a commit. Throws `Failure("git")` when there is no such commit. */
export async function treeOfCommit(git: Git, commit: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--end-of-options", `${objectId(commit)}^{tree}`];
  const { stdout } = await git(args, { lasting: true });
  return stdout.toString("latin1").trim();
}

/**
 * As `Workspace.merge`, by `git merge-tree --write-tree` (git 2.38 and later). Commits without a common ancestor
 * conflict in no particular path: one of the branches was rewritten. Throws `Failure("git")`.
 */
async function mergeCommits(git: Git, head: string, base: string): Promise<MergeResult> {
  const common = await git(["merge-base", objectId(head), objectId(base)], { answers: [0, 1] });
  if (common.code === 1) return { kind: "conflict", paths: [] };
  const flags = ["--write-tree", "--name-only", "--no-messages", "-z"];
  const { code, stdout } = await git(["merge-tree", ...flags, objectId(head), objectId(base)], { answers: [0, 1] });
  const [tree = "", ...paths] = nulEndedFields(stdout).map((part) => part.toString());
  return code === 0 ? { kind: "merged", tree } : { kind: "conflict", paths: [...new Set(paths)] };
}

/** As `Workspace.mergeTrees`, over commits that no ref holds. Throws `Failure("git")`. */
async function mergeTreesOf(git: Git, { base, ours, theirs }: MergedTrees): Promise<MergeResult> {
  const commit = (tree: string, parents: readonly string[]): Promise<string> =>
    commitTree(git, DEFAULT_AUTHOR, { tree, parents, message: "Work side by side", at: 0 });
  const start = await commit(base, []);
  return mergeCommits(git, await commit(ours, [start]), await commit(theirs, [start]));
}

/** Both ways to merge; each throws `Failure("git")`. */
export function mergesOf(git: Git): Pick<Workspace, "merge" | "mergeTrees"> {
  return {
    merge: (head, base) => mergeCommits(git, head, base),
    mergeTrees: (trees) => mergeTreesOf(git, trees),
  };
}
