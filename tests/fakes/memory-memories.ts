/** The memories of a repository in memory: the real port over a text, which a test may read, spoil and refuse. */
import { type MemoryPlace, memoriesAt, type TextVersion } from "#adapters/memory/memories.ts";
import { Failure } from "#ports/failure.ts";
import type { Memories } from "#ports/memory.ts";

/** What several hands may share. */
export interface MemoryShelf {
  text: string;
  /** Why nothing can be read or written; null while all is well. */
  refusal: string | null;
  /** How often the text was read and replaced. */
  reads: number;
  writes: number;
}

export function memoryShelf(text = ""): MemoryShelf {
  return { text, refusal: null, reads: 0, writes: 0 };
}

/** Every answer comes a turn later, so that writers do meet. */
function placeOf(shelf: MemoryShelf): MemoryPlace<TextVersion> {
  const turn = async (): Promise<void> => {
    await null;
    if (shelf.refusal !== null) throw new Failure("journal", shelf.refusal, { retryable: true });
  };
  return {
    name: "the shelf",
    async read() {
      await turn();
      shelf.reads += 1;
      return { text: shelf.text };
    },
    async replace(before, text) {
      await turn();
      if (shelf.text !== before.text) return false;
      shelf.writes += 1;
      shelf.text = text;
      return true;
    },
  };
}

/** The memories on a shelf. */
export function memoryMemories(shelf: MemoryShelf = memoryShelf()): Memories {
  return memoriesAt(placeOf(shelf));
}
