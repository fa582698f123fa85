/**
 * Reads the diff from the base: tests that were deleted, skipped, focused or weakened, checks that were switched off,
 * and debugging code that was left behind.
 */
import { runnerQuestions } from "#core/analysis/changes/runner-questions.ts";
import type { FileChange } from "#core/analysis/source/file-change.ts";
import { debugMarkers } from "#core/analysis/test-guard/debug-markers.ts";
import { suppressionsIn } from "#core/analysis/test-guard/suppressions.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { changedTextsOf } from "#loop/checks/on-tree/changed-texts.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";

/** Gives one sentence for each finding; empty when the tests are intact. */
export async function checkIntegrity(
  subject: CheckSubject,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const { tests, expectedTestChanges, scope } = subject.plan;
  const changed = await Promise.all(changes.map((change) => outlined(subject, change)));
  const found = testFindings(changed, { tests, expected: expectedTestChanges, scope: scope.paths }).map(
    ({ path, line, kind, text }) => `${path}${line === null ? "" : `:${line}`} ${kind}: ${text}`,
  );
  const looks = runnerQuestions(changes, { tests, scope: scope.paths }).map(
    ({ path, line, text }) => `${path}:${line} asks who runs it, or reaches into what tests it: ${text}`,
  );
  return [...found, ...looks];
}

/**
 * Says in one line what the diff adds that switches checks off, or gives an empty text. `isFinding`: the diff adds more
 * than `most` more of it than it removes.
 */
export function checkSuppressions(
  most: number,
  changes: readonly FileChange[],
): { readonly isFinding: boolean; readonly summary: string } {
  const { added, removed } = suppressionsIn(changes);
  if (added.length === 0) return { isFinding: false, summary: "" };
  const lines = added.map(({ path, line, text }) => `${path}${line === null ? "" : `:${line}`}: ${text}`);
  const summary =
    `${added.length} lines more and ${removed} fewer switch a check off; ` +
    `${most} more are allowed: ${lines.join("; ")}`;
  return { isFinding: added.length - removed > most, summary };
}

/** Gives one line for each debugging statement that the changes add; empty when there is none. */
export async function checkMarkers(subject: CheckSubject): Promise<readonly string[]> {
  return debugMarkers(await changedTextsOf(subject)).map(({ path, line, text }) => `${path}:${line} ${text}`);
}

/**
 * Adds the outlines before and after to the change of a test file that both trees have; null where one cannot be
 * parsed.
 */
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
