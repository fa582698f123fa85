/** Merges the lesson of a run into the memories of a repository. */
import {
  isMemoryCurrent,
  isTrusted,
  isVouchedFor,
  type Memory,
  memoryStrengthAt,
  type TreeBlobs,
} from "#core/plan/memory.ts";
import { canonicalJson } from "#core/values/digest.ts";
import { citedFilesIn, pathsIn } from "./cited-files.ts";
import type { LearnedMemory, Lesson } from "./lesson.ts";

/** The most memories that a repository keeps. */
export const MAX_MEMORIES = 500;

/** What the confidence of a memory gains when it is learned a second time, and when a run that showed it went well. */
const CONFIRMED = 0.1;
/** What it loses when a run that showed it had to be corrected all the same. */
const DOUBTED = 0.2;

/** True where the caller must know the files of the run's base: a memory cites one, or may. */
export function lessonNeedsTree(before: readonly Memory[], { learned }: Lesson): boolean {
  return (
    before.some(({ cites, stale }) => cites.length > 0 && !stale) ||
    learned.some(({ text }) => pathsIn(text).length > 0)
  );
}

/**
 * The memories after the lesson; null when they are the same. Refuted ones are removed, what only a model said, and
 * what was of no use so often that no plan would show it; those that cite a changed file are marked stale, and of more
 * than 500 the least useful go. Idempotent. `blobs`: the
 * files of the run's base; null where they are not needed.
 */
export function mergeMemories(
  before: readonly Memory[],
  lesson: Lesson,
  blobs: TreeBlobs | null,
): readonly Memory[] | null {
  const learned = new Map(
    lesson.learned.map((one) => [one.id, { ...one, cites: blobs === null ? [] : citedFilesIn(one.text, blobs) }]),
  );
  const kept = before
    .filter((memory) => isVouchedFor(memory) && !lesson.refuted.includes(memory.id))
    .map((memory) => aged(used(memory, lesson), lesson, blobs))
    .map((memory) => confirmed(memory, learned.get(memory.id), lesson))
    .filter(isTrusted);
  const known = new Set(kept.map(({ id }) => id));
  const fresh = [...learned.values()].filter(({ id }) => !known.has(id)).map((one) => begun(one, lesson));
  const after = mostUseful([...kept, ...fresh], lesson.at);
  return canonicalJson(after) === canonicalJson(before) ? null : after;
}

type Cited = LearnedMemory & Pick<Memory, "cites">;

function begun(learned: Cited, { at }: Lesson): Memory {
  return { ...learned, at, lastUsed: at, uses: 0, stale: false };
}

function used(memory: Memory, lesson: Lesson): Memory {
  const { used: ids, at } = lesson;
  if (!ids.includes(memory.id) || memory.lastUsed >= at) return memory;
  const confidence = changedBy(memory.confidence, gainOf(memory, lesson));
  return { ...memory, lastUsed: at, uses: memory.uses + 1, confidence };
}

/** What the run says for a memory that it showed. One that had to be said again was right: it was not followed. */
function gainOf({ id }: Memory, { verdict, learned }: Lesson): number {
  if (verdict === "helped") return CONFIRMED;
  return verdict === null || learned.some((one) => one.id === id) ? 0 : -DOUBTED;
}

/** A confidence between 0 and 1, in whole hundredths: sums of fractions would drift. */
function changedBy(confidence: number, gained: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence + gained)) * 100) / 100;
}

/** Only a run that began after the memory was kept knows a later tree. */
function aged(memory: Memory, { since }: Lesson, blobs: TreeBlobs | null): Memory {
  return blobs === null || memory.at > since || isMemoryCurrent(memory, blobs) ? memory : { ...memory, stale: true };
}

/** Merging the end of a run twice confirms nothing. */
function confirmed(memory: Memory, again: Cited | undefined, { runId, at }: Lesson): Memory {
  if (again === undefined || at <= memory.at || (memory.source.runId === runId && memory.text === again.text))
    return memory;
  const confidence = changedBy(memory.confidence, CONFIRMED);
  return { ...memory, ...again, confidence, at, lastUsed: Math.max(memory.lastUsed, at), stale: false };
}

function mostUseful(memories: readonly Memory[], now: number): readonly Memory[] {
  if (memories.length <= MAX_MEMORIES) return memories;
  const worth = (memory: Memory): number => (memory.stale ? 0 : memoryStrengthAt(memory, now));
  const kept = new Set([...memories].sort((a, b) => worth(b) - worth(a)).slice(0, MAX_MEMORIES));
  return memories.filter((memory) => kept.has(memory));
}
