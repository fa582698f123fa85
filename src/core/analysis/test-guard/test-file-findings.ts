/** Finds what one changed test file tests less than before. */
import { type FileChange, NOT_TEXT, readableTextOf } from "#core/analysis/source/file-change.ts";
import { literalsIn } from "#core/analysis/source/statement-text.ts";
import { weakenings } from "#core/analysis/source/test-outline.ts";
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

/** Files below a test folder that are data: nothing in them is counted, but deleting one is still found. */
const DATA = /\.(?:json|jsonl|md|txt|snap|ya?ml|toml|xml|csv|tsv|html?|svg|lock|golden|out|log)$/i;
const LONGEST_LINE = 160;
const LONGEST_TEXT = 300;

/** Every finding in a test file, whatever a plan excuses; none where nothing is lost. Pure. */
export function testFileFindings(change: FileChange): readonly TestFinding[] {
  const { path, before, after } = change;
  if (before === after) return [];
  if (after === null) return [{ path, line: null, kind: "deleted", text: "This test file was deleted." }];
  if (after === NOT_TEXT)
    return before === null ? [] : [{ path, line: null, kind: "deleted", text: "This test file is no text any more." }];
  if (DATA.test(path)) return [];
  const [had, has] = [testFileLinesOf(path, readableTextOf(before)), testFileLinesOf(path, after)];
  const more = addedMarks(path, had.live, has.live)
    .filter(isLoss(change, has))
    .map((mark) => markedFinding(path, mark));
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

/** The finding of a mark that a line adds. Pure. */
export function markedFinding(path: string, { kind, line }: ReturnType<typeof addedMarks>[number]): TestFinding {
  return { path, line: line.number, kind, text: line.text.slice(0, LONGEST_LINE) };
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
