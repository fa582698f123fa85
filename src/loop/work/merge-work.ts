/** Merges what two workers made of the same tree on copies of their own, as git merges two branches. */
import { collisionFinder } from "#core/analysis/changes/colliding-names.ts";
import type { MergedTrees, MergeResult, Workspace } from "#ports/workspace.ts";

/**
 * The merged tree, or the paths that conflict; names that a file system may take for one conflict too. No ref moves.
 * Throws as the workspace does.
 */
export async function mergeWork(
  workspace: Pick<Workspace, "mergeTrees" | "changes" | "paths">,
  trees: MergedTrees,
): Promise<MergeResult> {
  const { base, ours, theirs } = trees;
  if (ours === base || ours === theirs) return { kind: "merged", tree: theirs };
  const merged = await workspace.mergeTrees(trees);
  if (merged.kind === "conflict") return merged;
  const collides = collisionFinder(await workspace.paths(ours));
  const added = await workspace.changes(ours, merged.tree);
  const paths = added.flatMap(({ path, kind }) => (kind === "deleted" || collides(path) === null ? [] : [path]));
  return paths.length === 0 ? merged : { kind: "conflict", paths };
}
