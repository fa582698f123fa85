/**
 * Tries whether the tests still bite: the driver plants faults near the change, in the base and in the work, and runs
 * the tests of each (.github/decisions/0076).
 */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import { type Bite, type FoundFault, foundBy, type LostFault, missedBy } from "#core/analysis/test-results/bite.ts";
import { mayFindLess } from "#core/analysis/test-results/excused-tests.ts";
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import { excusedFiles } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { type FaultPlaces, placesInWork } from "./fault-places.ts";
import { foundIn, searchIn, TRIES } from "./fault-search.ts";
import { knownTree, testedTree } from "./faulty-tests.ts";
import { isMoot, type Trees } from "./moot-fault.ts";

/** A fault that the base's tests found, and the same one in the work. */
interface Pair {
  readonly found: FoundFault;
  readonly inWork: Mutant;
}

/** Both trees with what leads from one to the other, and which tests may change. */
interface Sides extends Trees {
  readonly mayChange: (name: string) => boolean;
}

/**
 * Plants faults near the change until `limits.bite` were found on the base, or `limits.biteMinutes` are over, and looks
 * whether the tests of the work find them, or what follows them where they make no difference there. Those that the
 * rehearsal found are not planted in the base again: there was no work then that could have touched it. One that seems
 * lost is tried once more on both. Throws as the workspace does.
 */
export async function biteOf(subject: CheckSubject, run: string): Promise<Bite> {
  const search = searchIn(subject);
  const { parallel } = search;
  if (search.most === 0) return { kind: "unmeasured", why: "`limits.bite` of the plan is 0" };
  const trees = await treesOf(subject, run, parallel);
  if (isUndecidable(trees.base.clean))
    return { kind: "unmeasured", why: "the tests are red on the base, and have no names that can be read" };
  const places = await placesInWork(subject);
  const known = (await pairsOf(subject.plan.rehearsal?.bite?.found ?? [], places)).slice(0, search.most);
  const missing = search.most - known.length;
  const near = missing === 0 ? [] : await places.near(missing * TRIES);
  const { found } = await foundIn(trees.base, near, { ...search, most: missing });
  const pairs = [...known, ...(await pairsOf(found, places))];
  if (pairs.length === 0)
    return { kind: "unmeasured", why: "the base's tests found none of the faults that were planted near the change" };
  const sides = { ...trees, places, parallel, mayChange: await changeableTests(subject) };
  const held = await inParallel(parallel, pairs, (pair) => heldIn(pair, sides));
  const sure = held.filter((one) => one !== "unsure");
  if (sure.length === 0)
    return {
      kind: "unmeasured",
      why: "the base's tests find the faults that were planted near the change only sometimes",
    };
  const moot = sure.filter((one) => one === "moot").length;
  return { kind: "measured", found: sure.length - moot, lost: sure.filter((one) => typeof one !== "string"), moot };
}

async function treesOf(subject: CheckSubject, run: string, parallel: number): Promise<Pick<Trees, "base" | "work">> {
  const onBase = { ...subject, tree: subject.plan.base.tree };
  // How long the base's tests take is never the work's to say: a runner that was exchanged may be very quick.
  const [work, own] = await inParallel(parallel, [subject, onBase], (one) => testedTree(one, run));
  if (work === undefined || own === undefined) throw new Error("bug: two trees were tested");
  const base = subject.baseTests === null ? own : knownTree(onBase, run, { clean: subject.baseTests, ms: own.ms });
  return { base, work };
}

async function changeableTests(subject: CheckSubject): Promise<Sides["mayChange"]> {
  const files = await excusedFiles(subject);
  return (name) => mayFindLess(files, name);
}

/** Those that can be planted in the work as well. */
async function pairsOf(faults: readonly FoundFault[], places: FaultPlaces): Promise<readonly Pair[]> {
  const pairs = await Promise.all(faults.map(async (found) => ({ found, inWork: await places.inWork(found.fault) })));
  return pairs.flatMap(({ found, inWork }) => (inWork === null ? [] : [{ found, inWork }]));
}

/** Whether the work's tests find the fault; unsure where the base's tests do not find it a second time. */
async function heldIn({ found, inWork }: Pair, sides: Sides): Promise<LostFault | "found" | "moot" | "unsure"> {
  const { base, work, mayChange } = sides;
  const missed = missedBy(found, await work.withFaults(inWork), mayChange);
  if (missed?.length === 0) return "found";
  // A test that fails now and then finds a fault by chance, or misses one.
  const again = foundBy(found.fault, await base.withFaults(found.fault));
  if (again === null) return "unsure";
  const twice = missedBy(again, await work.withFaults(inWork), mayChange);
  if (twice?.length === 0) return "found";
  const lost = { fault: inWork, missed: twice ?? [] };
  return (await isMoot(again, lost, sides)) ? "moot" : lost;
}
