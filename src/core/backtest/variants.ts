/** The patches that the gate judges for each closed bug: the true fix, and six that do not fix it. */
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import { nearestFirst } from "#core/analysis/test-guard/near-faults.ts";
import { type Candidate, fileEndingOf } from "./candidate.ts";

/**
 * `fix`: what landed. `nothing`: the parent as it was. `tests`: the parent with the fix's tests. `deleted`, `emptied`:
 * the parent, with the files of those tests gone or empty. `half`: the first half of the fix. `broken`: the fix, with
 * the nearest other source made unreadable.
 */
export const VARIANTS = ["fix", "nothing", "tests", "deleted", "emptied", "half", "broken"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The trees that variants are made from; `red` is the parent with the tests of the fix in place. */
export interface FixTrees {
  readonly parent: string;
  readonly red: string;
  readonly fix: string;
}

/** A variant as a tree and the edits of it. */
export interface VariantTree {
  readonly variant: Variant;
  readonly tree: string;
  readonly edits: readonly FileEdit[];
}

/** What a variant needs that is not there for every fix; null: it cannot be made. */
export interface VariantParts {
  /** Test files of the fix that the tree `red` has. */
  readonly testFiles: readonly string[];
  readonly half: readonly FileEdit[] | null;
  readonly neighbour: string | null;
}

/** No language reads this. */
const UNREADABLE = "}}} ) this file was broken on purpose ((( {{{\n";

/** The wrong patches that can be made, in their order. Pure. */
export function variantTrees(
  { parent, red, fix }: FixTrees,
  { testFiles, half, neighbour }: VariantParts,
): readonly VariantTree[] {
  const all = (text: string | null): readonly FileEdit[] => testFiles.map((path) => ({ path, text }));
  return [
    { variant: "nothing", tree: parent, edits: [] },
    { variant: "tests", tree: red, edits: [] },
    { variant: "deleted", tree: red, edits: all(null) },
    { variant: "emptied", tree: red, edits: all("") },
    ...(half === null ? [] : [{ variant: "half", tree: red, edits: half } as const]),
    ...(neighbour === null
      ? []
      : [{ variant: "broken", tree: fix, edits: [{ path: neighbour, text: UNREADABLE }] } as const]),
  ];
}

/** True for a variant of which nobody knows beforehand whether it leaves the bug in. */
export function mayBeHarmless(variant: Variant): boolean {
  return variant === "half" || variant === "broken";
}

/** The source nearest to the fix that it does not touch, in one of its languages; null where there is none. Pure. */
export function neighbourOf(
  { sources, tests, paths: touched }: Pick<Candidate, "sources" | "tests" | "paths">,
  paths: readonly string[],
  isTest: (path: string) => boolean,
): string | null {
  const endings = new Set(sources.map(fileEndingOf));
  const others = paths.filter((path) => !isTest(path) && !touched.includes(path) && endings.has(fileEndingOf(path)));
  return nearestFirst(others, [...sources, ...tests], isTest)[0] ?? null;
}
