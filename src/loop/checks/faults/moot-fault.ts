/** Looks whether a fault that goes unnoticed in the work makes no difference there, or is looked at no more. */
import { type FaultyPair, type FoundFault, findWhatFollows, type LostFault } from "#core/analysis/test-results/bite.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { FaultPlaces } from "./fault-places.ts";
import type { TestedTree } from "./faulty-tests.ts";

/** The last faults of its function that are planted. */
const FOLLOWING = 4;

/** Both trees, the way from one to the other, and how many trees are tested at a time. */
export interface Trees {
  readonly base: TestedTree;
  readonly work: TestedTree;
  readonly places: FaultPlaces;
  readonly parallel: number;
}

/**
 * True where the tests that miss a fault of the base find in the work, beside this fault, what they find in the base of
 * the last faults of the same function after it (`findWhatFollows`). Beside it, because a value that equals everything
 * may come from a branch that only the fault leads to. Throws as the workspace does.
 */
export async function isMoot(
  { fault }: FoundFault,
  { fault: lost, missed }: LostFault,
  { base, work, places, parallel }: Trees,
): Promise<boolean> {
  if (missed.length === 0) return false;
  const last = (await places.after(fault)).slice(-FOLLOWING);
  const pairs = await inParallel(parallel, last, async (later): Promise<FaultyPair | null> => {
    const inWork = await places.inWork(later);
    return inWork === null ? null : { base: await base.withFaults(later), work: await work.withFaults(lost, inWork) };
  });
  return findWhatFollows(
    missed,
    pairs.filter((pair) => pair !== null),
  );
}
