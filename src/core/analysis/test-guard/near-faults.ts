/** Chooses faults near a change: in the files that it touches, those that its tests are named for, and files beside. */
import { type FaultSpot, onePerLine } from "./fault-spot.ts";
import type { Mutant } from "./mutants.ts";

/**
 * The paths of sources, the nearest first: those that are `near`, those of which a near test has the name, then the
 * others by how many folders lie between. `paths`: of the base, without tests. Pure.
 */
export function nearestFirst(
  paths: readonly string[],
  near: readonly string[],
  isTest: (path: string) => boolean,
): readonly string[] {
  const changed = new Set(near);
  const tested = new Set(near.filter(isTest).map(subjectOf));
  const folders = [...new Set((near.length === 0 ? [""] : near).map(folderOf))];
  const distance = (path: string): number => {
    if (changed.has(path)) return -2;
    if (tested.has(subjectOf(path))) return -1;
    return Math.min(...folders.map((folder) => between(folderOf(path), folder)));
  };
  return paths
    .map((path) => ({ path, far: distance(path) }))
    .sort((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The name of a file without its ending and what says that it is a test. */
function subjectOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/s, "");
  return name
    .replace(/^(?:test|spec)[-_]/i, "")
    .replace(/[-_](?:test|tests|spec)$/i, "")
    .replace(/(?:Test|Tests|Spec|IT)$/, "")
    .toLowerCase();
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function namesIn(folder: string): readonly string[] {
  return folder.split("/").filter((name) => name !== "");
}

/** Folders that one passes from one to the other. */
function between(a: string, b: string): number {
  const [from, to] = [namesIn(a), namesIn(b)];
  const parting = from.findIndex((name, index) => name !== to[index]);
  const shared = parting === -1 ? from.length : parting;
  return from.length + to.length - 2 * shared;
}

/** A source of the base. `edits`: numbers of its lines at which the change begins something else; none elsewhere. */
export interface NearSource {
  readonly path: string;
  readonly spots: readonly FaultSpot[];
  readonly edits: readonly number[];
}

/**
 * At most `most` faults, from one source after the other in turn, the nearest source first; in each the lines next to
 * the change first, one fault a line. The same sources give the same faults. Pure.
 */
export function nearFaults(sources: readonly NearSource[], most: number): readonly Mutant[] {
  const queues = sources.map(faultsOf);
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const inTurn = Array.from({ length: Math.min(longest, most) }, (_, index) =>
    queues.flatMap((queue) => queue.slice(index, index + 1)),
  );
  return inTurn.flat().slice(0, Math.max(0, most));
}

function faultsOf({ path, spots, edits }: NearSource): readonly Mutant[] {
  const lines = onePerLine(spots);
  const ordered = edits.length === 0 ? fromTheMiddle(lines) : byDistance(lines, edits);
  return ordered.map((spot) => grossFault(path, spot));
}

/** The gross fault of a spot in a file. Pure. */
export function grossFault(path: string, { line, was, gross }: FaultSpot): Mutant {
  return { path, line, was, now: gross };
}

/** Those next to an edit first. Both are in order, so that one pass finds the nearest edit of each. */
function byDistance(spots: readonly FaultSpot[], edits: readonly number[]): readonly FaultSpot[] {
  let at = 0;
  const placed = spots.map((spot) => {
    const away = (index: number): number => Math.abs((edits[index] ?? Number.POSITIVE_INFINITY) - spot.line);
    while (away(at + 1) <= away(at)) at += 1;
    return { spot, far: away(at) };
  });
  return placed.sort((a, b) => a.far - b.far).map(({ spot }) => spot);
}

/** The middle one first, then the middles of what is left on both sides: a few of them lie all over the file. */
function fromTheMiddle<T>(items: readonly T[]): readonly T[] {
  const parts: (readonly T[])[] = [items];
  const ordered: T[] = [];
  // The list grows while it is read: each part gives two more.
  for (const part of parts) {
    const middle = Math.floor(part.length / 2);
    ordered.push(...part.slice(middle, middle + 1));
    for (const half of [part.slice(0, middle), part.slice(middle + 1)]) if (half.length > 0) parts.push(half);
  }
  return ordered;
}
