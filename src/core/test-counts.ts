/** Counts marks in a file of tests, before and after: what there is more of, and what there is less of. */
import { bareCode, type CodeLine, codeLines, liveLines } from "./code-lines.ts";
import { ASSERTIONS, CASES, EXITS, FOCUSES, IMPORTS, SKIPS } from "./test-marks.ts";
import { testOptions } from "./test-options.ts";

/** How often something stands in each of the lines of a file. */
type Counter = (path: string, lines: readonly CodeLine[]) => readonly number[];

/** Marks of which a file may not have more than before. */
const MORE = [
  ["skipped", (_path, lines) => sums(eachOf(lines, SKIPS), optionsOf(lines, "skips"))],
  ["focused", (_path, lines) => sums(eachOf(lines, FOCUSES), optionsOf(lines, "focuses"))],
  ["exits", (path, lines) => lines.map(({ text }) => occurrences(bareCode(path, text), EXITS))],
] as const satisfies readonly (readonly [string, Counter])[];

/** Marks of which a file may not have fewer. */
const FEWER = [
  ["fewer_tests", CASES, "test cases"],
  ["fewer_assertions", ASSERTIONS, "assertions"],
] as const;

/** The lines that skip, focus or end more than before. */
export function addedMarks(
  path: string,
  before: string,
  after: string,
): readonly { readonly kind: (typeof MORE)[number][0]; readonly line: CodeLine }[] {
  const [old, now] = [liveLines(path, before), liveLines(path, after)];
  return MORE.flatMap(([kind, counter]) => added(old, now, (lines) => counter(path, lines)).map((line) => ({ kind, line })));
}

/** What of tests and assertions there is less of, as a sentence with both numbers. */
export function lostMarks(
  path: string,
  before: string,
  after: string,
): readonly { readonly kind: (typeof FEWER)[number][0]; readonly text: string }[] {
  return FEWER.flatMap(([kind, mark, name]) => {
    const [had, has] = [total(eachOf(ownLines(path, before), mark)), total(eachOf(ownLines(path, after), mark))];
    return has < had ? [{ kind, text: `${had} ${name} became ${has}.` }] : [];
  });
}

/** The lines of code that do more than bring names in. */
export function ownLines(path: string, text: string): readonly CodeLine[] {
  return codeLines(path, text).filter((line) => !IMPORTS.test(line.text));
}

/** How often a mark stands in a text. */
export function occurrences(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}

function eachOf(lines: readonly CodeLine[], mark: RegExp): readonly number[] {
  return lines.map(({ text }) => occurrences(text, mark));
}

function optionsOf(lines: readonly CodeLine[], wanted: "skips" | "focuses"): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { index, kind } of testOptions(lines)) if (kind === wanted) counts.set(index, (counts.get(index) ?? 0) + 1);
  return counts;
}

function sums(a: readonly number[], b: ReadonlyMap<number, number>): readonly number[] {
  return a.map((value, index) => value + (b.get(index) ?? 0));
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, value) => sum + value, 0);
}

/** The lines that carry what the file has more of than before: lines that are new if there are any, else the last ones. */
function added(
  old: readonly CodeLine[],
  now: readonly CodeLine[],
  counter: (lines: readonly CodeLine[]) => readonly number[],
): readonly CodeLine[] {
  const counts = counter(now);
  const extra = total(counts) - total(counter(old));
  if (extra <= 0) return [];
  const known = new Set(old.map(({ text }) => text));
  const marked = now.filter((_, index) => counts.at(index) !== 0);
  const fresh = marked.filter(({ text }) => !known.has(text));
  return fresh.length > 0 ? fresh.slice(0, extra) : marked.slice(-extra);
}
