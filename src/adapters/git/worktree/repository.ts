/** Reads the repository around a folder: where it is, its HEAD and branch, and whether it is clean. */
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
  const gitDir = await ask(
    folder,
    ["rev-parse", "--path-format=absolute", "--git-common-dir"],
    "this is no git repository; run `git init` and commit, or go to one",
  );
  if ((await ask(folder, ["rev-parse", "--is-inside-work-tree"], "the repository cannot be read")) !== "true")
    throw new Failure("git", `this repository is bare; go to a worktree of it (${folder})`, { retryable: false });
  const commit = await ask(
    folder,
    ["rev-parse", "--verify", "HEAD^{commit}"],
    "the repository has no commit yet; commit something first",
  );
  const tree = await ask(folder, ["rev-parse", "--verify", "HEAD^{tree}"], "HEAD has no tree");
  const branch = await ask(folder, ["rev-parse", "--abbrev-ref", "HEAD"], "HEAD cannot be read");
  const look = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"];
  const status = await ask(folder, look, "the worktree cannot be read");
  const dirty =
    status === ""
      ? []
      : status
          .split("\n")
          .slice(0, 10)
          .map((line) => line.slice(2).trim());
  return { gitDir, commit, tree, branch, dirty, user: await userOf(folder) };
}

async function userOf(folder: string): Promise<string> {
  const { stdout } = await gitAround(folder)(["config", "user.name"], { answers: [0, 1] });
  return stdout.toString().trim();
}

/** One answer of git without its last newline. `help`: the advice that a person gets when git fails. */
async function ask(folder: string, args: readonly string[], help: string): Promise<string> {
  try {
    return (await gitAround(folder)(args)).stdout.toString().trimEnd();
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure("git", `${help} (${folder}: ${cause.message})`, { retryable: false, cause });
  }
}
