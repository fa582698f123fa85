/** Finds faults to plant near the work, and where a line of the base stands in the work. */
import { type PatchedFile, patchedFiles } from "#core/analysis/source/patched-file.ts";
import { type FaultSpot, isChangedAround, spotsAfter } from "#core/analysis/test-guard/fault-spot.ts";
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import { grossFault, type NearSource, nearestFirst, nearFaults } from "#core/analysis/test-guard/near-faults.ts";
import { globMatcher } from "#core/values/glob.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";

/** Characters of the difference between base and work that are read. */
const PATCH = 20_000_000;

/** Files with places for faults that are enough; and files that are read at most to find so many. */
const ENOUGH = 16;
const MOST_READ = 320;

/** The faults near a change, and the way from the base to the work. */
export interface FaultPlaces {
  /** At most `most` faults of the base that can be planted in the work as well, the nearest first. */
  readonly near: (most: number) => Promise<readonly Mutant[]>;
  /** The same fault in the work; null where its line is gone or another one, or the statement around it is. */
  readonly inWork: (fault: Mutant) => Promise<Mutant | null>;
  /** The faults of the base after the statement of one in its function; none where the work changes this function. */
  readonly after: (fault: Mutant) => Promise<readonly Mutant[]>;
}

/** The places near what the subject's tree changes. Throws as the workspace does. */
export async function placesInWork(subject: CheckSubject): Promise<FaultPlaces> {
  const { plan, workspace, tree } = subject;
  const changed = patchedFiles(await workspace.patch(plan.base.tree, tree, PATCH));
  const files = new Map(changed.map((file) => [file.path, file]));
  const texts = remembered((path) => workspace.textAt(tree, path).then((text) => text?.split("\n") ?? []));
  const spots = remembered((path) => workspace.faultSpotsAt(plan.base.tree, path));
  const inWork = async (fault: Mutant): Promise<Mutant | null> => {
    const file = files.get(fault.path);
    const line = file === undefined ? fault.line : file.lineAfter(fault.line);
    if (line === null || (await texts(fault.path))[line - 1] !== fault.was) return null;
    const spot = spotOf(await spots(fault.path), fault);
    const isChanged = spot !== undefined && file !== undefined && isChangedAround(spot, file.edits);
    return isChanged ? null : { ...fault, line };
  };
  const near = async (most: number): Promise<readonly Mutant[]> => {
    const faults = await faultsNear(subject, { paths: [...files.keys()], files }, most * 4);
    const placed = await inParallel(plan.limits.parallel, faults, inWork);
    return faults.filter((_, index) => placed[index] !== null).slice(0, most);
  };
  const after = async (fault: Mutant): Promise<readonly Mutant[]> => {
    const all = await spots(fault.path);
    const spot = spotOf(all, fault);
    const later = spot === undefined ? [] : spotsAfter(all, spot, files.get(fault.path)?.edits ?? []);
    return later.map((one) => grossFault(fault.path, one));
  };
  return { near, inWork, after };
}

function spotOf(spots: readonly FaultSpot[], { line, now }: Mutant): FaultSpot | undefined {
  return spots.find((spot) => spot.line === line && spot.gross === now);
}

/** Asks for each path once. */
function remembered<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

/** At most `most` faults in what the plan may change, before anything is changed. Throws as the workspace does. */
export async function faultsInScope(subject: CheckSubject, most: number): Promise<readonly Mutant[]> {
  const isInScope = globMatcher(subject.plan.scope.paths);
  const paths = (await subject.workspace.paths(subject.plan.base.tree)).filter(isInScope);
  return faultsNear(subject, { paths, files: new Map() }, most);
}

interface Change {
  readonly paths: readonly string[];
  readonly files: ReadonlyMap<string, PatchedFile>;
}

async function faultsNear(
  { plan, workspace }: CheckSubject,
  { paths, files }: Change,
  most: number,
): Promise<readonly Mutant[]> {
  const isTest = globMatcher(plan.tests);
  const { tree } = plan.base;
  const sources = (await workspace.paths(tree)).filter((path) => !isTest(path));
  const nearest = nearestFirst(sources, paths, isTest).slice(0, MOST_READ);
  const read: NearSource[] = [];
  for (let at = 0; at < nearest.length && read.length < ENOUGH; at += ENOUGH) {
    const batch = await inParallel(plan.limits.parallel, nearest.slice(at, at + ENOUGH), async (path) => ({
      path,
      spots: await workspace.faultSpotsAt(tree, path),
      edits: files.get(path)?.edits ?? [],
    }));
    read.push(...batch.filter(({ spots }) => spots.length > 0));
  }
  return nearFaults(read.slice(0, ENOUGH), most);
}
