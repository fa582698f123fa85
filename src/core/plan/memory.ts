/** A memory: what an earlier run left for later plans, and when it may still be shown (S3.32, S3.42, S3.43, C3.17). */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import { digestOf } from "#core/values/digest.ts";

/** How a memory is called by people: `/forget m-0123456789`. */
export const MemoryId = z.string().regex(/^m-[0-9a-f]{10}$/);

/**
 * `word`: a maintainer said it. `fact`: the driver saw it happen. `reflection`: a model concluded it from a run's
 * journal, and nobody has checked it.
 */
const Kind = z.enum(["reflection", "fact", "word"]);
export type MemoryKind = z.infer<typeof Kind>;

const Time = z.int().nonnegative();

/** Where a memory comes from. `issue` is null off GitHub; `by`: a login, `driver` or `reflector`. */
const Source = z.strictObject({
  runId: z.string().min(1),
  issue: z.int().positive().nullable(),
  by: z.string().min(1),
});

/**
 * `cites`: the files that the text names, as they were. `at`, `lastUsed`: milliseconds since the epoch. `stale`: a
 * cited file has changed since.
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

/** A memory as a plan shows it: bound by the plan's digest, whatever becomes of the memory afterwards. */
export const RecalledMemory = z.strictObject({
  id: MemoryId,
  text: boundedText(500),
  from: z.strictObject({ kind: Kind, ...Source.shape }),
});
export type RecalledMemory = z.infer<typeof RecalledMemory>;

/** The files of a tree: the git name of each content, by path. */
export type TreeBlobs = ReadonlyMap<string, string>;

/** Milliseconds without use after which a memory counts half. */
const HALF_LIFE = 90 * 86_400_000;
/** What counts less than this is not shown (S3.42). */
const LEAST = 0.3;
/** As many as one plan shows (S3.42). */
const MOST = 5;

/** The id of what was learned about `key`: learned again it is the same memory. */
export function memoryId(kind: MemoryKind, key: string): string {
  return `m-${digestOf([kind, key]).slice(0, 10)}`;
}

/** How much a memory counts at a time, from 0 to 1: its confidence, halved by every 90 days without use (S3.43). */
export function memoryStrengthAt({ confidence, lastUsed }: Memory, now: number): number {
  return confidence * recencyAt(lastUsed, now);
}

function recencyAt(lastUsed: number, now: number): number {
  return 0.5 ** (Math.max(0, now - lastUsed) / HALF_LIFE);
}

/** Whether every file that a memory cites is in the tree as it was. */
export function isMemoryCurrent({ cites }: Memory, blobs: TreeBlobs): boolean {
  return cites.every(({ path, blob }) => blobs.get(path) === blob);
}

/** Those that may be shown for a tree: none that is stale, cites what has changed, or counts too little. */
export function showableMemories(
  memories: readonly Memory[],
  { now, blobs }: { readonly now: number; readonly blobs: TreeBlobs },
): readonly Memory[] {
  return memories.filter(
    (memory) => !memory.stale && memoryStrengthAt(memory, now) >= LEAST && isMemoryCurrent(memory, blobs),
  );
}

/** A memory and how well it fits a question; the score is above 0 and has no unit. */
export interface MemoryHit {
  readonly memory: Memory;
  readonly score: number;
}

/** The best five, the best first: how well it fits, weighed by how lately it was of use (S3.42, S3.43). */
export function bestMemories(hits: readonly MemoryHit[], now: number): readonly Memory[] {
  const weight = ({ memory, score }: MemoryHit): number => score * recencyAt(memory.lastUsed, now);
  return [...hits]
    .sort((a, b) => weight(b) - weight(a) || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ memory }) => memory);
}

/** What a plan shows of a memory. */
export function recalledMemoryOf({ id, kind, text, source }: Memory): RecalledMemory {
  return { id, text, from: { kind, ...source } };
}
