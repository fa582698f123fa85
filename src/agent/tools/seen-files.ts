/** Remembers what an agent has read or written, so that it edits no file that changed since and is shown none twice. */
import { sha256 } from "#core/values/digest.ts";

export interface SeenFiles {
  /** Records that the agent read or wrote this text. */
  readonly note: (path: string, text: string) => void;
  /** True when the file changed since the agent saw it. A file that it never saw is not stale. */
  readonly isStale: (path: string, text: string) => boolean;
  /** True when this very excerpt of the file stands in the conversation already; it does from now on. */
  readonly isShown: (path: string, excerpt: string) => boolean;
  /** The conversation begins afresh: nothing stands in it any more. What was seen still counts for edits. */
  readonly forgetShown: () => void;
}

/** One name for a file, however its path is spelt. */
function nameOf(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

/** The memory of one agent: digests, not texts. */
export function seenFiles(): SeenFiles {
  const known = new Map<string, string>();
  const shown = new Set<string>();
  return {
    note: (path, text) => void known.set(nameOf(path), sha256(text)),
    isStale: (path, text) => (known.get(nameOf(path)) ?? sha256(text)) !== sha256(text),
    isShown: (path, excerpt) => {
      const before = shown.size;
      return shown.add(JSON.stringify([nameOf(path), sha256(excerpt)])).size === before;
    },
    forgetShown: () => shown.clear(),
  };
}
