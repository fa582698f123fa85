/** What an agent has seen of files, so that it changes nothing that is another than it thinks (FS-14). */
import { sha256 } from "#core/values/digest.ts";

export interface SeenFiles {
  /** The agent knows that the file says this: it read it, or wrote it. */
  readonly note: (path: string, text: string) => void;
  /** True when the agent has seen the file and it said something else. One that it never saw is not stale. */
  readonly isStale: (path: string, text: string) => boolean;
}

/** The same file, however its path is spelt. */
function nameOf(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

/** The memory of one conversation: hashes, not texts. */
export function seenFiles(): SeenFiles {
  const known = new Map<string, string>();
  return {
    note: (path, text) => void known.set(nameOf(path), sha256(text)),
    isStale: (path, text) => (known.get(nameOf(path)) ?? sha256(text)) !== sha256(text),
  };
}
