/** Reads the worktree around a folder: its files by name, and git's summary of its state. */
import { nulEndedFields } from "#adapters/git/objects/listing.ts";
import { Failure } from "#ports/failure.ts";
import { gitAround } from "./git-around.ts";

export interface Worktree {
  /** Absolute path of its top folder. */
  readonly top: string;
  /** Tracked files and those that are neither tracked nor ignored; one that is tracked may be gone. */
  readonly paths: readonly string[];
  /** `git status --short --branch`, at most fifty lines. */
  readonly status: string;
  /** The last five commits, a line each. */
  readonly log: string;
}

/**
 * Reads the worktree around `folder`. Throws `Failure("git")`. Starts no program that the repository's settings name.
 */
export async function worktreeAt(folder: string): Promise<Worktree> {
  const ask = asking(folder);
  const top = (await ask(["rev-parse", "--show-toplevel"])).toString().trimEnd();
  const [listed, state, log] = await Promise.all([
    ask(["-C", top, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
    ask(["-C", top, "status", "--short", "--branch", "--ignore-submodules=dirty"]),
    ask(["-C", top, "log", "-5", "--no-show-signature", "--format=%h %s"]),
  ]);
  const status = state.toString().trimEnd().split("\n");
  const more = status.length > 50 ? [`… and ${status.length - 50} more`] : [];
  return {
    top,
    paths: [...new Set(nulEndedFields(listed).map(String))],
    status: [...status.slice(0, 50), ...more].join("\n"),
    log: log.toString().trimEnd(),
  };
}

function asking(folder: string): (args: readonly string[]) => Promise<Buffer> {
  const git = gitAround(folder);
  return async (args) => {
    try {
      return (await git(args)).stdout;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      const why = `the worktree cannot be read (in ${folder}: ${cause.message})`;
      throw new Failure("git", why, { retryable: false, cause });
    }
  };
}
