/** Reads the repository around a folder: where it is, its HEAD and branch, and whether it is clean. */
import type { Git } from "#adapters/git/command/run-git.ts";
import { Failure } from "#ports/failure.ts";
import { gitAround } from "./git-around.ts";

export interface Repository {
  /** Absolute path of the git folder; shared by all worktrees of the repository. */
  readonly gitDir: string;
  /** The commit of HEAD and its tree. */
  readonly commit: string;
  readonly tree: string;
  /** The branch that HEAD is on; `HEAD` when it is detached. */
  readonly branch: string;
  /** Tracked files that differ from HEAD, at most ten of them. Untracked files do not count: a run never sees them. */
  readonly dirty: readonly string[];
  /** The name of the person who commits here, as git knows it; empty where it does not. */
  readonly user: string;
}

/**
 * Reads the repository around `folder`. Throws `Failure("git")` outside a repository, in a bare one, and before the
 * first commit.
 */
export async function repositoryAt(folder: string): Promise<Repository> {
  const git = gitAround(folder);
  const facts = await factsBy(git, folder);
  const look = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"];
  const [status, { stdout: user }] = await Promise.all([
    ask(git, look, `the worktree cannot be read (${folder})`),
    git(["config", "user.name"], { answers: [0, 1] }),
  ]);
  const changed = status === "" ? [] : status.split("\n").slice(0, 10);
  return { ...facts, dirty: changed.map((line) => line.slice(2).trim()), user: user.toString().trim() };
}

/** One answer of git without its last newline. `help`: the advice that a person gets when git fails. */
async function ask(git: Git, args: readonly string[], help: string): Promise<string> {
  try {
    return (await git(args)).stdout.toString().trimEnd();
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure("git", `${help}: ${cause.message}`, { retryable: false, cause });
  }
}

/** All that one question answers; git says no more from the first part on that it cannot answer. */
async function factsBy(git: Git, folder: string): Promise<Omit<Repository, "dirty" | "user">> {
  const parts = ["--is-inside-work-tree", "--git-common-dir", "HEAD^{commit}", "HEAD^{tree}", "--abbrev-ref", "HEAD"];
  const { stdout } = await git(["rev-parse", "--path-format=absolute", ...parts], { answers: [0, 128] });
  const [isWorktree, gitDir = "", commit = "", tree = "", branch] = stdout.toString().trimEnd().split("\n");
  if (isWorktree === "false")
    throw new Failure("git", `this repository is bare; go to a worktree of it (${folder})`, { retryable: false });
  if (branch !== undefined) return { gitDir, commit, tree, branch };
  const no = `this is no git repository; run \`git init\` and commit, or go to one (${folder})`;
  await ask(git, ["rev-parse", "--git-common-dir"], no);
  await ask(
    git,
    ["rev-parse", "--verify", "HEAD^{commit}"],
    `the repository has no commit yet; commit something first (${folder})`,
  );
  throw new Failure("git", `HEAD cannot be read (${folder})`, { retryable: false });
}
