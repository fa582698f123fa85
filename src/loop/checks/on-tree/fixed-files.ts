/** Reads a change from one tree to another as files, so that a part of it can be taken. */
import { patchedFiles } from "#core/analysis/source/patched-file.ts";
import type { FixedFile } from "#core/backtest/half.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Characters of a change that are read to take a part of it. */
const PATCH = 20_000_000;

/** These files before and after, without those that are no text, or not UTF-8. Throws `Failure("git")`. */
export async function fixedFiles(
  paths: readonly string[],
  [before, after]: readonly [string, string],
  workspace: Pick<Workspace, "patch" | "textAt">,
): Promise<readonly FixedFile[]> {
  const patch = patchedFiles(await workspace.patch(before, after, PATCH));
  const lines = new Map(patch.map(({ path, lineAfter }) => [path, lineAfter]));
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      before: await workspace.textAt(before, path),
      after: await workspace.textAt(after, path),
      lineAfter: lines.get(path) ?? (() => null),
    })),
  );
  const isText = (text: string | null): boolean => text?.includes("\uFFFD") !== true;
  return files.filter((file) => (file.before ?? file.after) !== null && isText(file.before) && isText(file.after));
}
