/** Finds tests that a change deletes, skips, focuses or weakens. */
import { type FileChange, type FileContent, NOT_TEXT, readableTextOf } from "#core/analysis/source/file-change.ts";
import { weakenings } from "#core/analysis/source/test-outline.ts";
import { withoutTests } from "#core/analysis/test-blocks/excepted-outline.ts";
import {
  type ExpectedTestChange,
  excuseFor,
  type FileExcuse,
  withoutExcepted,
} from "#core/analysis/test-blocks/test-exception.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { configurationChanges } from "./test-config.ts";
import { addedMarks, lostMarks, occurrences } from "./test-counts.ts";
import { lostLines, type TestFileLines, testFileLinesOf } from "./test-lines.ts";
import { ASSERTIONS, CASES } from "./test-marks.ts";

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
 * `tests`: globs of the test files; `expected`: what the approved plan expects to change in them; `scope`: globs of the
 * paths that the plan lets change. A file that configures tests may change where `scope` names its path exactly: a
 * wildcard was not written with it in mind.
 */
export interface TestGlobs {
  readonly tests: readonly string[];
  readonly expected: readonly ExpectedTestChange[];
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
  return withRenames(changes, tests).flatMap((change) => {
    const excuse = excuseFor(expected, change.path);
    const steers = !named.has(change.path) && !(excuse.mayChange && change.after !== null);
    return [
      ...(steers && !(excuse.mayGo && change.after === null) ? configurationFindings(change) : []),
      ...(matchesGlobs(tests, change.path) ? excusedFindings(change, excuse) : []),
    ];
  });
}

/** What is found in a test file beside what the plan excuses, and nothing else. */
function excusedFindings(change: FileChange, excuse: FileExcuse): readonly TestFinding[] {
  const { path, after } = change;
  if (after === null || after === NOT_TEXT) return excuse.mayGo ? [] : testFileFindings(change);
  if (!excuse.mayChange) return excuse.tests.length === 0 ? testFileFindings(change) : besideNamed(change, excuse);
  return !excuse.mayGo && isEmptied(change) ? [{ path, line: null, ...EMPTIED }] : [];
}

/** What is found beside the tests that are excepted by name. What ends or steers the others counts in those, too. */
function besideNamed({ path, before, after, outlines = null }: FileChange, { tests }: FileExcuse) {
  const [old, now] = [readableTextOf(before), readableTextOf(after)];
  const rest = (text: string): string => withoutExcepted(path, text, { tests, cut: true });
  const others = testFileFindings({
    path,
    before: before === null ? null : rest(old),
    after: rest(now),
    outlines: outlines && { ...outlines, before: withoutTests(outlines.before, tests) },
  });
  const whole = addedMarks(path, testFileLinesOf(path, old).live, testFileLinesOf(path, now).live);
  const steering = whole.filter(({ kind }) => kind !== "skipped").map((mark) => markedFinding(path, mark));
  return [...steering, ...others.filter(({ kind }) => kind !== "focused" && kind !== "exits")];
}

const EMPTIED = { kind: "deleted", text: "This test file was emptied." } as const;

/** True where a file held tests or anything else that counts, and holds nothing of it any more. */
function isEmptied({ path, before, after }: FileChange): boolean {
  const own = (content: FileContent) => testFileLinesOf(path, readableTextOf(content)).own;
  const [had, has] = [own(before), own(after)];
  const lost = (mark: RegExp): boolean =>
    had.some(({ text }) => occurrences(text, mark) > 0) && !has.some(({ text }) => occurrences(text, mark) > 0);
  return (had.length > 0 && has.length === 0) || lost(CASES) || lost(ASSERTIONS);
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
  const more = addedMarks(path, had.live, has.live).map((mark) => markedFinding(path, mark));
  const fewer = lostMarks(had.own, has.own).map((lost) => ({ path, line: null, ...lost }));
  // Fewer of them says it already; a new file has lost nothing.
  return [...more, ...fewer, ...(fewer.length > 0 || before === null ? [] : weakenedIn(change, had, has))];
}

function markedFinding(path: string, { kind, line }: ReturnType<typeof addedMarks>[number]): TestFinding {
  return { path, line: line.number, kind, text: line.text.slice(0, LONGEST_LINE) };
}

/** Finds where a file that was there tests less than before: by its syntax trees, else by its lines. */
function weakenedIn(
  { path, outlines = null }: FileChange,
  had: TestFileLines,
  has: TestFileLines,
): readonly TestFinding[] {
  const texts = outlines === null ? lostLines(path, had, has) : weakenings(outlines.before, outlines.after);
  return texts.map((text) => ({ path, line: null, kind: "weakened", text: text.slice(0, LONGEST_TEXT) }));
}
