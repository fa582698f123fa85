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
  const git = gitAround(folder);
  const ask: Ask = async (args, help) => {
    try {
      return (await git(args)).stdout.toString().trimEnd();
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      throw new Failure("git", `${help} (${folder}: ${cause.message})`, { retryable: false, cause });
    }
  };
  const gitDir = await gitDirBy(ask, folder);
  const { commit, tree } = await headBy(ask);
  const look = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"];
  const [branch, status, { stdout: user }] = await Promise.all([
    ask(["rev-parse", "--abbrev-ref", "HEAD"], "HEAD cannot be read"),
    ask(look, "the worktree cannot be read"),
    git(["config", "user.name"], { answers: [0, 1] }),
  ]);
  const changed = status === "" ? [] : status.split("\n").slice(0, 10);
  const dirty = changed.map((line) => line.slice(2).trim());
  return { gitDir, commit, tree, branch, dirty, user: user.toString().trim() };
}

/** One answer of git without its last newline. `help`: the advice that a person gets when git fails. */
type Ask = (args: readonly string[], help: string) => Promise<string>;

async function gitDirBy(ask: Ask, folder: string): Promise<string> {
  const answer = await ask(
    ["rev-parse", "--path-format=absolute", "--is-inside-work-tree", "--git-common-dir"],
    "this is no git repository; run `git init` and commit, or go to one",
  );
  const isWorktree = answer.startsWith("true\n");
  if (isWorktree) return answer.slice("true\n".length);
  throw new Failure("git", `this repository is bare; go to a worktree of it (${folder})`, { retryable: false });
}

async function headBy(ask: Ask): Promise<Pick<Repository, "commit" | "tree">> {
  const answer = await ask(
    ["rev-parse", "HEAD^{commit}", "HEAD^{tree}"],
    "the repository has no commit yet; commit something first",
  );
  const [commit = "", tree = ""] = answer.split("\n");
  return { commit, tree };
}
