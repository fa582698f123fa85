/** Merges what two workers made of the same tree on copies of their own, as git merges two branches. */
import { collisionFinder } from "#core/analysis/changes/colliding-names.ts";
import type { MergeResult, Workspace } from "#ports/workspace.ts";

/** Three trees: what both began with, the work so far, and what is to be merged into it. */
export interface MergeInput {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** A commit that the objects of the merge can hang on, and their time in milliseconds. */
  readonly parent: string;
  readonly at: number;
}

/**
 * The merged tree, or the paths that conflict; names that a file system may take for one conflict too. Objects are
 * written, no ref moves. Throws as the workspace does.
 */
export async function mergeWork(
  workspace: Pick<Workspace, "commit" | "merge" | "changes" | "paths">,
  { base, ours, theirs, parent, at }: MergeInput,
): Promise<MergeResult> {
  if (ours === base || ours === theirs) return { kind: "merged", tree: theirs };
  const commit = (tree: string, on: string): Promise<string> =>
    workspace.commit({ tree, parent: on, message: "Work side by side", at });
  const start = await commit(base, parent);
  const merged = await workspace.merge(await commit(ours, start), await commit(theirs, start));
  if (merged.kind === "conflict") return merged;
  const collides = collisionFinder(await workspace.paths(ours));
  const added = await workspace.changes(ours, merged.tree);
  const paths = added.flatMap(({ path, kind }) => (kind === "deleted" || collides(path) === null ? [] : [path]));
  return paths.length === 0 ? merged : { kind: "conflict", paths };
}
