/** A memory: a text that an earlier run left for later plans, and the rules by which a plan may show it. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import { digestOf } from "#core/values/digest.ts";
import { DAY } from "#core/values/time.ts";

/** The id by which people name a memory: `/forget m-0123456789`. */
export const MemoryId = z.string().regex(/^m-[0-9a-f]{10}$/);

/**
 * `word`: a maintainer wrote it. `fact`: the driver saw it happen. `reflection`: a model concluded it, and it was never
 * checked; older versions kept such memories. They can be read, are shown to nobody, and go when the next run ends.
 */
const Kind = z.enum(["reflection", "fact", "word"]);

/** The kinds that a run may leave. Nothing that only a model said is one of them (.github/decisions/0081). */
export type LearnedKind = Exclude<z.infer<typeof Kind>, "reflection">;

const Time = z.int().nonnegative();

/** The origin of a memory. `issue` is null off GitHub; `by`: a login, `driver` or `reflector`. */
const Source = z.strictObject({
  runId: z.string().min(1),
  issue: z.int().positive().nullable(),
  by: z.string().min(1),
});

/**
 * `cites`: the files that the text names, with the git names of their contents then. `at`, `lastUsed`: milliseconds
 * since the epoch. `stale`: a cited file has changed since.
 */
export const Memory = z.strictObject({
  id: MemoryId,
  kind: Kind,
  text: boundedText(500),
  tags: z.array(z.string().min(1).max(40)).max(10),
  cites: z.array(z.strictObject({ path: z.string().min(1), blob: z.string().min(1) })).max(20),
  source: Source,
  at: Time,
  lastUsed: Time,
  uses: z.int().nonnegative(),
  confidence: z.number().min(0).max(1),
  stale: z.boolean(),
});
export type Memory = z.infer<typeof Memory>;

/**
 * A memory as a plan shows it: the plan's digest covers this copy, and later changes of the memory leave it as it is.
 */
export const RecalledMemory = z.strictObject({
  id: MemoryId,
  text: boundedText(500),
  from: z.strictObject({ kind: Kind, ...Source.shape }),
});
export type RecalledMemory = z.infer<typeof RecalledMemory>;

/** The files of a tree: the git name of each content, by path. */
export type TreeBlobs = ReadonlyMap<string, string>;

/** Milliseconds without use that halve the strength of a memory. */
const HALF_LIFE = 90 * DAY;
/** A plan shows no memory of less strength. */
const LEAST = 0.3;
/** The most memories that one plan shows. */
const MOST = 5;

/** The id of the memory about `key`: a run that learns the same again gives it the same id. */
export function memoryId(kind: LearnedKind, key: string): string {
  return `m-${digestOf([kind, key]).slice(0, 10)}`;
}

/** The strength of a memory at a time, from 0 to 1: its confidence, halved by every 90 days without use. */
export function memoryStrengthAt({ confidence, lastUsed }: Memory, now: number): number {
  return confidence * recencyAt(lastUsed, now);
}

function recencyAt(lastUsed: number, now: number): number {
  return 0.5 ** (Math.max(0, now - lastUsed) / HALF_LIFE);
}

/** True for a memory that a later plan may show: at the bound itself the shortest time hides it for ever. */
export function isTrusted({ confidence }: Memory): boolean {
  return confidence > LEAST;
}

/** True when the tree holds every file that a memory cites with the same content. */
export function isMemoryCurrent({ cites }: Memory, blobs: TreeBlobs): boolean {
  return cites.every(({ path, blob }) => blobs.get(path) === blob);
}

/** True for a memory that somebody stands for: a maintainer, or the driver that saw it. */
export function isVouchedFor({ kind }: Memory): boolean {
  return kind !== "reflection";
}

/** The memories that a plan for this tree may show: none that a model alone said, is stale, out of date or too weak. */
export function showableMemories(
  memories: readonly Memory[],
  { now, blobs }: { readonly now: number; readonly blobs: TreeBlobs },
): readonly Memory[] {
  return memories.filter(
    (memory) =>
      isVouchedFor(memory) && !memory.stale && memoryStrengthAt(memory, now) >= LEAST && isMemoryCurrent(memory, blobs),
  );
}

/** A memory and how well it fits a text; the score has no unit, and is 0 where they share no word. */
export interface MemoryHit {
  readonly memory: Memory;
  readonly score: number;
}

/**
 * The best five, the best first: how well each fits, weighted by how recently it was of use. Places that are left go to
 * those that count most: what a maintainer wants of every change shares no word with the next issue
 * (.github/decisions/0086).
 */
export function bestMemories(hits: readonly MemoryHit[], now: number): readonly Memory[] {
  const weight = ({ memory, score }: MemoryHit): number => score * recencyAt(memory.lastUsed, now);
  const strength = ({ memory }: MemoryHit): number => memoryStrengthAt(memory, now);
  return [...hits]
    .sort((a, b) => weight(b) - weight(a) || strength(b) - strength(a) || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ memory }) => memory);
}

/** The part of a memory that a plan shows. */
export function recalledMemoryOf({ id, kind, text, source }: Memory): RecalledMemory {
  return { id, text, from: { kind, ...source } };
}
