/** Makes a tree of another one and edits, as an agent would: in a working copy that is read back. */
import type { FileEdit } from "#core/backtest/half.ts";
import type { Workspace } from "#ports/workspace.ts";

/** The tree with these files changed; null where one of them may not be so. Throws as the workspace does. */
export async function editedTree(
  workspace: Pick<Workspace, "open" | "snapshot">,
  tree: string,
  edits: readonly FileEdit[],
): Promise<string | null> {
  if (edits.length === 0) return tree;
  const workingCopy = await workspace.open(tree, { git: false });
  try {
    const { toolAccess } = workingCopy;
    for (const { path, text } of edits) await (text === null ? toolAccess.remove(path) : toolAccess.write(path, text));
    const { tree: made, refused } = await workspace.snapshot(workingCopy, { protected: [] });
    return refused.length === 0 ? made : null;
  } finally {
    await workingCopy.close();
  }
}
