/** Counts marks in a file of tests, before and after: what there is more of, and what there is less of. */
import { bareCode, type CodeLine } from "./code-lines.ts";
import { ASSERTIONS, CASES, EXITS, FOCUSES, SKIPS } from "./test-marks.ts";
import { type TestOption, testOptions } from "./test-options.ts";

/** How often each mark of which a file may not have more than before stands in each of its lines. */
type Marks = Readonly<Record<"skipped" | "focused" | "exits", readonly number[]>>;

/** Marks of which a file may not have fewer. */
const FEWER = [
  ["fewer_tests", CASES, "test cases"],
  ["fewer_assertions", ASSERTIONS, "assertions"],
] as const;

/** The lines that skip, focus or end more than before. `old`, `now`: all that may be code. */
export function addedMarks(
  path: string,
  old: readonly CodeLine[],
  now: readonly CodeLine[],
): readonly { readonly kind: keyof Marks; readonly line: CodeLine }[] {
  const [had, has] = [marksOf(path, old), marksOf(path, now)];
  return (["skipped", "focused", "exits"] as const).flatMap((kind) =>
    added(old, now, total(had[kind]), has[kind]).map((line) => ({ kind, line })),
  );
}

/** What of tests and assertions there is less of, as a sentence with both numbers. `before`, `after`: all that is code for sure. */
export function lostMarks(
  before: readonly CodeLine[],
  after: readonly CodeLine[],
): readonly { readonly kind: (typeof FEWER)[number][0]; readonly text: string }[] {
  return FEWER.flatMap(([kind, mark, name]) => {
    const [had, has] = [total(eachOf(before, mark)), total(eachOf(after, mark))];
    return has < had ? [{ kind, text: `${had} ${name} became ${has}.` }] : [];
  });
}

/** How often a mark stands in a text. */
export function occurrences(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}

function marksOf(path: string, lines: readonly CodeLine[]): Marks {
  const options = testOptions(lines);
  return {
    skipped: sums(eachOf(lines, SKIPS), optionsOf(options, "skips")),
    focused: sums(eachOf(lines, FOCUSES), optionsOf(options, "focuses")),
    // Few lines name an end at all, and only those need their strings and comments taken away.
    exits: lines.map(({ text }) => (/exit/i.test(text) ? occurrences(bareCode(path, text), EXITS) : 0)),
  };
}

function eachOf(lines: readonly CodeLine[], mark: RegExp): readonly number[] {
  return lines.map(({ text }) => occurrences(text, mark));
}

function optionsOf(options: readonly TestOption[], wanted: TestOption["kind"]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { index, kind } of options) if (kind === wanted) counts.set(index, (counts.get(index) ?? 0) + 1);
  return counts;
}

function sums(a: readonly number[], b: ReadonlyMap<number, number>): readonly number[] {
  return a.map((value, index) => value + (b.get(index) ?? 0));
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, value) => sum + value, 0);
}

/** The lines that carry what the file has more of than before (`had`): lines that are new if there are any, else the last ones. */
function added(old: readonly CodeLine[], now: readonly CodeLine[], had: number, counts: readonly number[]): readonly CodeLine[] {
  const extra = total(counts) - had;
  if (extra <= 0) return [];
  const known = new Set(old.map(({ text }) => text));
  const marked = now.filter((_, index) => counts.at(index) !== 0);
  const fresh = marked.filter(({ text }) => !known.has(text));
  return fresh.length > 0 ? fresh.slice(0, extra) : marked.slice(-extra);
}
