/** Remembers the files that an agent has read or written, so that it does not edit one that changed since. */
import { sha256 } from "#core/values/digest.ts";

export interface SeenFiles {
  /** Records that the agent read or wrote this text. */
  readonly note: (path: string, text: string) => void;
  /** True when the file changed since the agent saw it. A file that it never saw is not stale. */
  readonly isStale: (path: string, text: string) => boolean;
}

/** One name for a file, however its path is spelt. */
function nameOf(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

/** The memory of one conversation: digests, not texts. */
export function seenFiles(): SeenFiles {
  const known = new Map<string, string>();
  return {
    note: (path, text) => void known.set(nameOf(path), sha256(text)),
    isStale: (path, text) => (known.get(nameOf(path)) ?? sha256(text)) !== sha256(text),
  };
}
