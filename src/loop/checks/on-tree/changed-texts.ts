/** Reads the files that a work changes, as they were and as they are. */
import { type FileChange, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import type { CheckSubject } from "./subject.ts";

/**
 * Reads every changed file whose path is wanted before and after the change. A file that has no text is `NOT_TEXT`, so
 * that it is not taken for a missing one. Throws as the workspace does.
 */
export async function changedTextsOf(
  { plan: { base }, workspace, tree }: CheckSubject,
  isWanted: (path: string) => boolean = () => true,
): Promise<readonly FileChange[]> {
  const changes = (await workspace.changes(base.tree, tree)).filter(({ path }) => isWanted(path));
  return Promise.all(
    changes.map(async ({ path, kind }) => ({
      path,
      before: kind === "added" ? null : ((await workspace.textAt(base.tree, path)) ?? NOT_TEXT),
      after: kind === "deleted" ? null : ((await workspace.textAt(tree, path)) ?? NOT_TEXT),
    })),
  );
}
