/** Makes the trees of a fix: what the gate is given as the base, and every patch that it judges. */
import { forbiddenPath } from "#core/analysis/changes/tree-names.ts";
import type { Candidate } from "#core/backtest/candidate.ts";
import { firstHalf } from "#core/backtest/half.ts";
import { type FixTrees, neighbourOf, type VariantTree, variantTrees } from "#core/backtest/variants.ts";
import { globMatcher } from "#core/values/glob.ts";
import { fixedFiles } from "#loop/checks/on-tree/fixed-files.ts";
import type { Workspace } from "#ports/workspace.ts";

/** The trees of a fix. What no run may change, such as a workflow, stays as it was. Throws `Failure("git")`. */
export async function fixTreesOf({ commit, parent, tests, paths }: Candidate, workspace: Workspace): Promise<FixTrees> {
  const [before, landed] = [await workspace.treeOf(parent), await workspace.treeOf(commit)];
  const forbidden = paths.filter((path) => forbiddenPath(path) !== null);
  const fix = await workspace.restore(landed, before, forbidden);
  return { parent: before, fix, red: await workspace.restore(before, fix, tests) };
}

/** The wrong patches that can be made of a fix, in their order. Throws `Failure("git")`. */
export async function patchesOf(
  candidate: Candidate,
  trees: FixTrees,
  workspace: Workspace,
  testGlobs: readonly string[],
): Promise<readonly VariantTree[]> {
  const paths = await workspace.paths(trees.fix);
  const redPaths = new Set(await workspace.paths(trees.red));
  return variantTrees(trees, {
    testFiles: candidate.tests.filter((path) => redPaths.has(path)),
    half: firstHalf(await fixedFiles(candidate.sources, [trees.parent, trees.fix], workspace)),
    neighbour: neighbourOf(candidate, paths, globMatcher(testGlobs)),
  });
}
