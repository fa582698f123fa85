/**
 * Decides whether tests still bite: a fault that the base's tests found in the base must be found in the head. Tests
 * that were emptied, a runner that was exchanged and an assertion that was patched find nothing.
 */
import * as z from "zod";
import { Mutant } from "#core/analysis/test-guard/mutants.ts";
import { brokenBy, type TestRun } from "./test-run.ts";

/** Names of tests that are kept for one fault. */
const MOST_NAMES = 20;

/** A fault that the tests found on the base. `by`: the names of the tests that did; null where they have none. */
export const FoundFault = z.strictObject({
  fault: Mutant,
  by: z.array(z.string()).max(MOST_NAMES).nullable(),
});
export type FoundFault = z.infer<typeof FoundFault>;

/** A tree's tests with and without a fault in it. */
export interface FaultyRun {
  readonly clean: TestRun;
  readonly faulty: TestRun;
}

/**
 * The tests that found a fault: by name those that passed without it and failed with it; null where none did. Where the
 * runner names its tests, a run without names shows that nothing was built, and finds nothing. Pure.
 */
export function foundBy(fault: Mutant, { clean, faulty }: FaultyRun): FoundFault | null {
  if (clean.names === null) return faulty.green ? null : { fault, by: null };
  const by = brokenBy(clean, faulty);
  return by.length === 0 ? null : { fault, by: by.slice(0, MOST_NAMES) };
}

/**
 * The tests that found a fault on the base and do not find it on the head; `null`: those that it has have no names, and
 * find nothing. Empty: it is found there. A test that is gone, or that `mayChange`, need not find it, as long as one
 * does. Pure.
 */
export function missedBy(
  { by }: FoundFault,
  { clean, faulty }: FaultyRun,
  mayChange: (name: string) => boolean,
): readonly string[] | null {
  const passes = new Set(faulty.names?.passed);
  const missing = (by ?? []).filter((name) => passes.has(name) && !mayChange(name));
  if (missing.length > 0) return missing;
  return findsIt({ clean, faulty }) ? [] : null;
}

function findsIt({ clean, faulty }: FaultyRun): boolean {
  if (faulty.green) return false;
  if (clean.names === null || faulty.names === null) return clean.green;
  return brokenBy(clean, faulty).length > 0;
}

/** The tests of both trees with the same fault in each; in the work beside the one that its tests miss. */
export interface FaultyPair {
  readonly base: FaultyRun;
  readonly work: FaultyRun;
}

/**
 * Whether tests that no longer find a fault still look at what its function gives: each finds in the work all that it
 * finds in the base of the faults that come after it, and at least one. Then the fault makes no difference any more,
 * as where the work makes what it is in superfluous. A test that looks at less, a case that the work treats
 * specially, and a branch that gives what no test can tell apart leave one of them unfound. Pure.
 */
export function findWhatFollows(tests: readonly string[], following: readonly FaultyPair[]): boolean {
  const finders = ({ clean, faulty }: FaultyRun): ReadonlySet<string> => new Set(brokenBy(clean, faulty));
  const found = following.map(({ base, work }) => ({ base: finders(base), work: finders(work) }));
  return (
    tests.length > 0 &&
    tests.every((test) => {
      const expected = found.filter(({ base }) => base.has(test));
      return expected.length > 0 && expected.every(({ work }) => work.has(test));
    })
  );
}

/** A fault that is no longer found. `missed`: the tests that did on the base; empty: none that is left finds it. */
export interface LostFault {
  readonly fault: Mutant;
  readonly missed: readonly string[];
}

/**
 * What was measured: how many faults the tests found on the base, which of them they lost, and how many beside make no
 * difference any more (`findWhatFollows`); or why nothing could be.
 */
export type Bite =
  | { readonly kind: "measured"; readonly found: number; readonly lost: readonly LostFault[]; readonly moot: number }
  | { readonly kind: "unmeasured"; readonly why: string };

/** The fewest faults found on the base that say something about the tests. */
export const LEAST_FOUND = 3;
