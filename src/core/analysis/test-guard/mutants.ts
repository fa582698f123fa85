/**
 * Chooses mutants of a work, faults to plant in its changed lines: whether its checks find them says how strong the
 * checks are.
 */
import * as z from "zod";
import type { FaultSpot } from "./fault-spot.ts";

/** One fault: the text of a line (`line` counts from 1) before and after it is planted. */
export const Mutant = z.strictObject({
  path: z.string().max(4000),
  line: z.int().positive(),
  was: z.string().max(300),
  now: z.string().max(300),
});
export type Mutant = z.infer<typeof Mutant>;

/** The strength of checks: how many faults were planted, how many the checks found, and which they did not. */
export const CheckStrength = z.strictObject({
  planted: z.int().positive(),
  found: z.int().nonnegative(),
  survived: z.array(Mutant).max(50),
});
export type CheckStrength = z.infer<typeof CheckStrength>;

/** A file of the work with the numbers of the lines that it gains, and the spots of the whole file. */
export interface ChangedSource {
  readonly path: string;
  readonly added: readonly number[];
  readonly spots: readonly FaultSpot[];
}

/**
 * The smallest fault of each spot in the changed lines, each once, at most `most`, spread evenly over them. The same
 * files give the same faults. Pure.
 */
export function mutantsOf(files: readonly ChangedSource[], most: number): readonly Mutant[] {
  const all = files.flatMap(({ path, added, spots }) => {
    const changed = new Set(added);
    const faults = spots.flatMap(({ line, was, fine }) => (changed.has(line) ? [{ path, line, was, now: fine }] : []));
    return [...new Map(faults.map((fault) => [`${fault.line}\n${fault.now}`, fault])).values()];
  });
  return spread(all, most);
}

/** At most `most` of the items, the first one first, with even gaps. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / Math.max(1, most));
  return items
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, Math.max(0, most));
}
