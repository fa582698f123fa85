/**
 * What the diff from the base shows by itself: a test deleted, skipped, focused or weakened (architecture 4), debugging
 * left behind (C4.19).
 */
import { type FileChange, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { debugMarkers } from "#core/analysis/test-guard/debug-markers.ts";
import { suppressionsIn } from "#core/analysis/test-guard/suppressions.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import type { CheckSubject } from "./subject.ts";

/** One sentence a finding; empty when the tests are intact. */
export async function checkIntegrity(
  subject: CheckSubject,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const { tests, expectedTestChanges, scope } = subject.plan;
  const changed = await Promise.all(changes.map((change) => outlined(subject, change)));
  return testFindings(changed, { tests, expected: expectedTestChanges, scope: scope.paths }).map(
    ({ path, line, kind, text }) => `${path}${line === null ? "" : `:${line}`} ${kind}: ${text}`,
  );
}

/**
 * What switches checks off beside the base (RH-08), in one line, or empty; `isFinding` where there are more than `most`
 * more than on the base.
 */
export function checkSuppressions(
  most: number,
  changes: readonly FileChange[],
): { readonly isFinding: boolean; readonly told: string } {
  const { added, removed } = suppressionsIn(changes);
  if (added.length === 0) return { isFinding: false, told: "" };
  const lines = added.map(({ path, line, text }) => `${path}${line === null ? "" : `:${line}`}: ${text}`);
  const told = `${added.length} lines more and ${removed} fewer switch a check off; ${most} more are allowed: ${lines.join("; ")}`;
  return { isFinding: added.length - removed > most, told };
}

/** One line a finding; empty when nothing was left behind. */
export async function checkMarkers(subject: CheckSubject): Promise<readonly string[]> {
  return debugMarkers(await changedTextsOf(subject)).map(({ path, line, text }) => `${path}:${line} ${text}`);
}

/** With the outlines of a file of tests that was there and is still there. */
async function outlined(
  { plan: { base, tests }, workspace, tree }: CheckSubject,
  change: FileChange,
): Promise<FileChange> {
  if (typeof change.before !== "string" || typeof change.after !== "string" || !matchesGlobs(tests, change.path))
    return change;
  const before = await workspace.outlineAt(base.tree, change.path);
  const after = await workspace.outlineAt(tree, change.path);
  return { ...change, outlines: before === null || after === null ? null : { before, after } };
}

/**
 * Every changed file as it was and as it is. A file that the diff has and that has no text is not taken for one that is
 * not there.
 */
export async function changedTextsOf({
  plan: { base },
  workspace,
  tree,
}: CheckSubject): Promise<readonly FileChange[]> {
  const changes = await workspace.changes(base.tree, tree);
  return Promise.all(
    changes.map(async ({ path, kind }) => ({
      path,
      before: kind === "added" ? null : ((await workspace.textAt(base.tree, path)) ?? NOT_TEXT),
      after: kind === "deleted" ? null : ((await workspace.textAt(tree, path)) ?? NOT_TEXT),
    })),
  );
}
