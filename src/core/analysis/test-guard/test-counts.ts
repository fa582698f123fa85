/**
 * Counts marks in a test file before and after a change, and finds those of which there are more or fewer than allowed.
 */
import { bareCode, type CodeLine } from "#core/analysis/source/code-lines.ts";
import { ASSERTIONS, CASES, EXITS, FOCUSES, SKIPS } from "./test-marks.ts";
import { type TestOption, testOptions } from "./test-options.ts";

/** Marks of which a file may not have more than before. */
const MORE = ["skipped", "focused", "exits"] as const;
type More = (typeof MORE)[number];

/** A line, and how often each of these marks stands in it. */
interface Marked extends Readonly<Record<More, number>> {
  readonly line: CodeLine;
}

/** Marks of which a file may not have fewer. */
const FEWER = [
  ["fewer_tests", CASES, "test cases"],
  ["fewer_assertions", ASSERTIONS, "assertions"],
] as const;

/** Every mark that is counted here holds a word, so that a line without one need not be read closely. */
const WORD = /[A-Za-z]{2}/;

/** The lines that add a skip, a focus or an end of the process. `old`, `now`: all lines that may be code. */
export function addedMarks(
  path: string,
  old: readonly CodeLine[],
  now: readonly CodeLine[],
): readonly { readonly kind: More; readonly line: CodeLine }[] {
  const [had, has] = [marksOf(path, old), marksOf(path, now)];
  return MORE.flatMap((kind) => added(had, has, kind).map((line) => ({ kind, line })));
}

/**
 * Gives a sentence with both numbers where tests or assertions became fewer. `before`, `after`: all lines that are code
 * for sure.
 */
export function lostMarks(
  before: readonly CodeLine[],
  after: readonly CodeLine[],
): readonly { readonly kind: (typeof FEWER)[number][0]; readonly text: string }[] {
  const [old, now] = [before.filter(isWorth), after.filter(isWorth)];
  return FEWER.flatMap(([kind, mark, name]) => {
    const [had, has] = [old, now].map((lines) => sum(lines, ({ text }) => occurrences(text, mark))) as [number, number];
    return has < had ? [{ kind, text: `${had} ${name} became ${has}.` }] : [];
  });
}

/** The number of times that a mark stands in a text. */
export function occurrences(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}

function isWorth({ text }: CodeLine): boolean {
  return WORD.test(text);
}

function marksOf(path: string, lines: readonly CodeLine[]): readonly Marked[] {
  const options = testOptions(lines);
  const [skips, focuses] = [tally(options, "skips"), tally(options, "focuses")];
  return lines.filter(isWorth).map((line) => ({
    line,
    skipped: occurrences(line.text, SKIPS) + (skips.get(line) ?? 0),
    focused: occurrences(line.text, FOCUSES) + (focuses.get(line) ?? 0),
    // Few lines name an exit at all, and only those need their strings and comments taken away.
    exits: /exit/i.test(line.text) ? occurrences(bareCode(path, line.text), EXITS) : 0,
  }));
}

function tally(options: readonly TestOption[], wanted: TestOption["kind"]): ReadonlyMap<CodeLine, number> {
  const counts = new Map<CodeLine, number>();
  for (const { line, kind } of options) if (kind === wanted) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((before, one) => before + count(one), 0);
}

/** The lines that hold the marks that are more than before: new lines if there are any, else the last ones. */
function added(old: readonly Marked[], now: readonly Marked[], kind: More): readonly CodeLine[] {
  const extra = sum(now, (one) => one[kind]) - sum(old, (one) => one[kind]);
  if (extra <= 0) return [];
  const known = new Set(old.map(({ line }) => line.text));
  const marked = now.filter((one) => one[kind] !== 0).map(({ line }) => line);
  const fresh = marked.filter(({ text }) => !known.has(text));
  return fresh.length > 0 ? fresh.slice(0, extra) : marked.slice(-extra);
}
