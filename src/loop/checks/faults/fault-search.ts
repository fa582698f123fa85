/** Looks for faults that the tests of a tree find, until there are enough of them or the time is over. */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import { type FoundFault, foundBy } from "#core/analysis/test-results/bite.ts";
import { statedLimits } from "#core/values/limits.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { TestedTree } from "./faulty-tests.ts";

/** Faults that are planted at most for each one that is to be found: many lines are tested by nobody. */
export const TRIES = 4;

/** How many faults are looked for, how many trees are tested at a time, and until when. */
export interface Search {
  readonly most: number;
  readonly parallel: number;
  readonly isOver: () => boolean;
}

/** The search that the plan asks for. Its time begins now. */
export function searchIn({ plan: { limits }, clock }: CheckSubject): Search {
  const { bite: most, biteMinutes, parallel } = statedLimits(limits);
  const until = clock.now() + biteMinutes * 60_000;
  return { most, parallel, isOver: () => clock.now() > until };
}

/** Plants as many faults at a time as are missing, until enough were found. Throws as the workspace does. */
export async function foundIn(
  tree: TestedTree,
  faults: readonly Mutant[],
  { most, parallel, isOver }: Search,
): Promise<{ readonly planted: number; readonly found: readonly FoundFault[] }> {
  const found: FoundFault[] = [];
  let planted = 0;
  while (planted < faults.length && found.length < most && !isOver()) {
    const batch = faults.slice(planted, planted + Math.min(parallel, most - found.length));
    const tried = await inParallel(parallel, batch, async (fault) => foundBy(fault, await tree.withFaults(fault)));
    found.push(...tried.filter((one) => one !== null));
    planted += batch.length;
  }
  return { planted, found };
}
