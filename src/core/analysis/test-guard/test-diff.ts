/** Finds tests that a change deletes, skips, focuses or weakens. */
import { type FileChange, type FileContent, NOT_TEXT, readableTextOf } from "#core/analysis/source/file-change.ts";
import { withoutTests } from "#core/analysis/test-blocks/excepted-outline.ts";
import { mayHoldTests, onlySourceTests } from "#core/analysis/test-blocks/source-tests.ts";
import {
  type ExpectedTestChange,
  excuseFor,
  type FileExcuse,
  withoutExcepted,
} from "#core/analysis/test-blocks/test-exception.ts";
import { globMatcher } from "#core/values/glob.ts";
import { configurationChanges } from "./test-config.ts";
import { addedMarks, occurrences } from "./test-counts.ts";
import { markedFinding, type TestFinding, testFileFindings } from "./test-file-findings.ts";
import { testFileLinesOf } from "./test-lines.ts";
import { ASSERTIONS, CASES } from "./test-marks.ts";

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

/**
 * Gives every finding, those of configuration first, each kind in the order of the changes; empty when no test was
 * weakened. It reads line by line and counts per file: moving code within a file is no finding, nor is renaming a
 * file, but moving a test to another file is, and a skip or a focus within a string or behind code on a line counts.
 * It then compares the earlier assertions one by one, in JavaScript and TypeScript by the syntax trees of the file.
 * A loss that it misses in a test file shows when the driver runs the base's own tests again and compares them by
 * name; a base that names no test has no such second net.
 */
export function testFindings(
  changes: readonly FileChange[],
  { tests, expected, scope }: TestGlobs,
): readonly TestFinding[] {
  const named = new Set(scope.map((path) => path.replace(/^\.\//, "")));
  const steering = withRenames(changes, globMatcher(tests)).flatMap((change) => {
    const { mayChange, mayGo } = excuseFor(expected, change.path);
    const isExcused = change.after === null ? mayGo : mayChange;
    return named.has(change.path) || isExcused ? [] : configurationFindings(change);
  });
  const isTest = globMatcher(tests);
  const ofTests = changes.flatMap((change) => (isTest(change.path) ? [change] : testsWithin(change)));
  const lost = withRenames(ofTests, () => true)
    .filter(({ path, before }) => isTest(path) || before)
    .flatMap((change) => excusedFindings(change, excuseFor(expected, change.path)));
  return [...steering, ...lost];
}

/** The change of the tests that stand in a source, and of nothing else in it; none where its language has no such. */
function testsWithin({ path, before, after }: FileChange): readonly FileChange[] {
  const within = (content: FileContent): string | null =>
    content === null ? null : onlySourceTests(path, readableTextOf(content));
  return mayHoldTests(path) ? [{ path, before: within(before), after: within(after) }] : [];
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

/** Gives a file of tests that was moved its old text as `before`, and drops its old place. */
function withRenames(changes: readonly FileChange[], isTest: (path: string) => boolean): readonly FileChange[] {
  const gone = changes.filter(({ path, after }) => after === null && isTest(path));
  const moved = new Set<FileChange>();
  const arrived = changes.map((change): FileChange => {
    if (change.before !== null || !isTest(change.path)) return change;
    const from = gone.find((old) => old.before === change.after && !moved.has(old));
    if (from === undefined) return change;
    moved.add(from);
    return { ...change, before: from.before };
  });
  return arrived.filter((change) => !moved.has(change));
}
