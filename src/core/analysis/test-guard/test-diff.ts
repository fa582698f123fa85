/** Finds tests that a change deletes, skips, focuses or weakens. */

import { type FileChange, NOT_TEXT, readableTextOf } from "#core/analysis/source/file-change.ts";
import { literalsIn } from "#core/analysis/source/statement-text.ts";
import { weakenings } from "#core/analysis/source/test-outline.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { configurationChanges } from "./test-config.ts";
import { addedMarks, lostMarks, occurrences } from "./test-counts.ts";
import { lostLines, type TestFileLines, testFileLinesOf } from "./test-lines.ts";
import { CASES } from "./test-marks.ts";

/**
 * A finding. `line` counts in the new file, null where the finding is not of one line. `text` may quote the file: show
 * it as data.
 */
export interface TestFinding {
  readonly path: string;
  readonly line: number | null;
  readonly kind:
    | "deleted"
    | "skipped"
    | "focused"
    | "exits"
    | "fewer_tests"
    | "fewer_assertions"
    | "weakened"
    | "configuration";
  readonly text: string;
}

/**
 * Globs: `tests` names the test files, `expected` those that the approved plan expects to change (they are left out),
 * `scope` the paths that the plan lets change. A file that configures tests may change where `scope` names its path
 * exactly: a wildcard was not written with it in mind.
 */
export interface TestGlobs {
  readonly tests: readonly string[];
  readonly expected: readonly string[];
  readonly scope: readonly string[];
}

/** Files below a test folder that are data: nothing in them is counted, but deleting one is still found. */
const DATA = /\.(?:json|jsonl|md|txt|snap|ya?ml|toml|xml|csv|tsv|html?|svg|lock|golden|out|log)$/i;
const LONGEST_LINE = 160;
const LONGEST_TEXT = 300;

/**
 * Gives every finding, in the order of the changes; empty when no test was weakened. It reads line by line and counts
 * per file: moving code within a file is no finding, nor is renaming a file, but moving a test to another file is, and
 * a skip or a focus within a string or behind code on a line counts. It then compares the earlier assertions one by
 * one, in JavaScript and TypeScript by the syntax trees of the file. A loss that it misses in a test file shows when
 * the driver runs the base's own tests again and compares them by name; a base that names no test has no such second
 * net.
 */
export function testFindings(
  changes: readonly FileChange[],
  { tests, expected, scope }: TestGlobs,
): readonly TestFinding[] {
  const named = new Set(scope.map((path) => path.replace(/^\.\//, "")));
  const counted = withRenames(changes, tests).filter(({ path }) => !matchesGlobs(expected, path));
  return counted.flatMap((change) => [
    ...(named.has(change.path) ? [] : configurationFindings(change)),
    ...(matchesGlobs(tests, change.path) ? testFileFindings(change) : []),
  ]);
}

function configurationFindings({ path, before, after }: FileChange): readonly TestFinding[] {
  return configurationChanges(path, before, after).map((text) => ({ path, line: null, kind: "configuration", text }));
}

/** Gives a test file that was moved its old text as `before`, and drops its old place. */
function withRenames(changes: readonly FileChange[], tests: readonly string[]): readonly FileChange[] {
  const gone = changes.filter(({ path, after }) => after === null && matchesGlobs(tests, path));
  const moved = new Set<FileChange>();
  const arrived = changes.map((change): FileChange => {
    if (change.before !== null || !matchesGlobs(tests, change.path)) return change;
    const from = gone.find((old) => old.before === change.after && !moved.has(old));
    if (from === undefined) return change;
    moved.add(from);
    return { ...change, before: from.before };
  });
  return arrived.filter((change) => !moved.has(change));
}

function testFileFindings(change: FileChange): readonly TestFinding[] {
  const { path, before, after } = change;
  if (before === after) return [];
  if (after === null) return [{ path, line: null, kind: "deleted", text: "This test file was deleted." }];
  if (after === NOT_TEXT)
    return before === null ? [] : [{ path, line: null, kind: "deleted", text: "This test file is no text any more." }];
  if (DATA.test(path)) return [];
  const [had, has] = [testFileLinesOf(path, readableTextOf(before)), testFileLinesOf(path, after)];
  const more = addedMarks(path, had.live, has.live)
    .filter(isLoss(change, has))
    .map(({ kind, line }) => ({
      path,
      line: line.number,
      kind,
      text: line.text.slice(0, LONGEST_LINE),
    }));
  const fewer = lostMarks(had.own, has.own).map((lost) => ({ path, line: null, ...lost }));
  // Fewer of them says it already; a new file has lost nothing.
  return [...more, ...fewer, ...(fewer.length > 0 || before === null ? [] : weakenedIn(change, had, has))];
}

/** In a new file a skip takes nothing away, and a program for the tests that is no test may end as it likes. */
function isLoss({ before }: FileChange, { own }: TestFileLines) {
  const hasTests = own.some(({ text }) => occurrences(text, CASES) > 0);
  return ({ kind }: { readonly kind: TestFinding["kind"] }): boolean =>
    before !== null || kind === "focused" || (kind === "exits" && hasTests);
}

/** Finds where a file that was there tests less than before: by its syntax trees, else by its lines. */
function weakenedIn(
  { path, outlines = null }: FileChange,
  had: TestFileLines,
  has: TestFileLines,
): readonly TestFinding[] {
  const texts =
    outlines === null ? lostLines(path, had, has) : weakenings(outlines.before, outlines.after, literalsIn(has.own));
  return texts.map((text) => ({ path, line: null, kind: "weakened", text: text.slice(0, LONGEST_TEXT) }));
}
