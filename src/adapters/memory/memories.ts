/** The port `Memories` over any store of their text: a file, or a ref on GitHub. */
import type { Lesson } from "#core/outcome/lesson.ts";
import { memoryText, readMemories } from "#core/outcome/memory-lines.ts";
import { lessonNeedsTree, mergeMemories } from "#core/outcome/merge-memories.ts";
import { bestMemories, type Memory, showableMemories, type TreeBlobs } from "#core/plan/memory.ts";
import { Failure } from "#ports/failure.ts";
import type { Memories } from "#ports/memory.ts";
import { untilWritten } from "#ports/until-written.ts";
import { searchMemories } from "./memory-search.ts";

/**
 * The text of `memory.jsonl` at one moment; "" where there is none. A store may add what it needs to recognise the
 * version.
 */
export interface TextVersion {
  readonly text: string;
}

/** Stores the text. Both methods throw `Failure("journal")`. */
export interface MemoryPlace<V extends TextVersion> {
  /** The name by which people find it: a path, or a ref. */
  readonly name: string;
  read(): Promise<V>;
  /**
   * Compare and swap: false, with nothing changed, when the stored text is not this version any more. `why`: one line
   * for git's history.
   */
  replace(before: V, text: string, why: string): Promise<boolean>;
}

/** How often a change is made again when another process changes the text at the same moment. */
const TRIES = 5;

/** The memories in that store. Sends no request until a method is called. */
export function memoriesAt<V extends TextVersion>(place: MemoryPlace<V>): Memories {
  const list = async (): Promise<readonly Memory[]> => memoriesIn(await place.read(), place);
  return {
    list,
    async recall({ text, now, blobs }) {
      const shown = showableMemories(await list(), { now, blobs });
      return bestMemories(searchMemories(shown, text), now);
    },
    async keep(lesson, blobs) {
      await change(place, `what run ${lesson.runId} left`, (before) => keepIn(before, lesson, blobs));
    },
    forget: (id) =>
      change(place, `${id} is forgotten`, async (before) => {
        const after = before.filter((memory) => memory.id !== id);
        return after.length === before.length ? null : after;
      }),
  };
}

async function keepIn(
  before: readonly Memory[],
  lesson: Lesson,
  blobs: () => Promise<TreeBlobs>,
): Promise<readonly Memory[] | null> {
  return mergeMemories(before, lesson, lessonNeedsTree(before, lesson) ? await blobs() : null);
}

/** Makes the change, again when another process changed the text meanwhile. False where there is nothing to change. */
async function change<V extends TextVersion>(
  place: MemoryPlace<V>,
  why: string,
  make: (before: readonly Memory[]) => Promise<readonly Memory[] | null>,
): Promise<boolean> {
  const write = async (): Promise<boolean | "conflict"> => {
    const version = await place.read();
    const after = await make(memoriesIn(version, place));
    if (after === null) return false;
    return (await place.replace(version, memoryText(after), why)) || "conflict";
  };
  const message = `${place.name} was changed ${TRIES} times while it was written; try again`;
  return untilWritten(write, { tries: TRIES, message });
}

function memoriesIn({ text }: TextVersion, { name }: { readonly name: string }): readonly Memory[] {
  const read = readMemories(text);
  if (read.kind === "memories") return read.memories;
  const message = `the memory in ${name} cannot be read: ${read.why}. Mend that line, or take it out`;
  throw new Failure("journal", message, { retryable: false });
}
