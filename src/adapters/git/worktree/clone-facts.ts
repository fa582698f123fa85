/** Finds where a worktree lies, and which repository of a server it is a clone of. */
import { gitAround } from "./git-around.ts";

export interface CloneFacts {
  /** Absolute path of the worktree's top. */
  readonly top: string;
  /** `owner/name` of the remote `origin`; null where there is none, or its address names none. */
  readonly origin: string | null;
}

/** An address ends in both names: `git@host:owner/name.git`, `https://host/owner/name`. */
const NAMES = /[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;

/** Reads them around `folder`. Throws `Failure("git")` outside of a worktree. */
export async function cloneFactsAt(folder: string): Promise<CloneFacts> {
  const git = gitAround(folder);
  const top = (await git(["rev-parse", "--show-toplevel"])).stdout.toString().trimEnd();
  // git answers 2 where there is no such remote.
  const address = (await git(["remote", "get-url", "origin"], { answers: [0, 2] })).stdout.toString().trim();
  const isLocal = address.startsWith("/") || address.startsWith(".") || address.startsWith("file:");
  return { top, origin: isLocal ? null : (NAMES.exec(address)?.[1] ?? null) };
}
