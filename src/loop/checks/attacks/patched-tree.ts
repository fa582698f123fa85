/** Makes the tree of a wrong patch, where a worker could have made it. */
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import type { Workspace } from "#ports/workspace.ts";

/** The tree with these files changed; null where one of them may not be so. Throws as the workspace does. */
export async function patchedTree(
  workspace: Pick<Workspace, "edited" | "objections">,
  tree: string,
  edits: readonly FileEdit[],
): Promise<string | null> {
  const made = await workspace.edited(tree, edits);
  const objections = made === tree ? [] : await workspace.objections(tree, made, { protected: [] });
  return objections.length === 0 ? made : null;
}
