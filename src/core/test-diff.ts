/** Finds tests that a change deletes, skips, focuses or weakens (architecture 4, RH-01 to RH-05). */
import { bareCode, type CodeLine, codeLines, liveLines } from "./code-lines.ts";
import { matches } from "./glob.ts";
import { configurationChanges } from "./test-config.ts";
import { ASSERTIONS, CASES, EXITS, FOCUSES, IMPORTS, SKIPS } from "./test-marks.ts";
import { testOptions } from "./test-options.ts";

/** A file before and after; null where it does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What was found. `line` is that of the new file, null where the finding is not of one line. `text` may quote the file: show it as data. */
export interface Finding {
  readonly path: string;
  readonly line: number | null;
  readonly kind: "deleted" | "skipped" | "focused" | "exits" | "fewer_tests" | "fewer_assertions" | "configuration";
  readonly text: string;
}

/**
 * Globs: which files are tests, which changes of tests the approved plan expects (those are left out), and what it lets change. A file
 * that configures tests may change where `scope` names its path exactly: a wildcard was not written with it in mind.
 */
export interface TestGlobs {
  readonly tests: readonly string[];
  readonly expected: readonly string[];
  readonly scope: readonly string[];
}

/** How often something stands in each of the lines of a file. */
type Counter = (path: string, lines: readonly CodeLine[]) => readonly number[];

/** Marks of which a file may not have more than before, and those of which it may not have fewer. */
const MORE: readonly (readonly [Finding["kind"], Counter])[] = [
  ["skipped", (_path, lines) => sums(eachOf(lines, SKIPS), optionsOf(lines, "skips"))],
  ["focused", (_path, lines) => sums(eachOf(lines, FOCUSES), optionsOf(lines, "focuses"))],
  ["exits", (path, lines) => lines.map(({ text }) => occurrences(bareCode(path, text), EXITS))],
];
const FEWER = [
  ["fewer_tests", CASES, "test cases"],
  ["fewer_assertions", ASSERTIONS, "assertions"],
] as const;

/** Files below a test folder that are data: nothing in them is counted, but deleting one is still found. */
const DATA = /\.(?:json|jsonl|md|txt|snap|ya?ml|toml|xml|csv|tsv|html?|svg|lock|golden|out|log)$/i;
const LONGEST_LINE = 160;

/**
 * Every finding, in the order of the changes; empty when no test was weakened. It reads line by line and counts per file, without a
 * syntax tree: moving code within a file is no finding, nor is renaming a file, but moving a test to another file is, and a skip or a
 * focus within a string or behind code on a line counts. What it misses in a file of tests, the base's own tests catch when they are run
 * again and compared by name; a base that names no test has no such second net.
 */
export function testFindings(changes: readonly FileChange[], { tests, expected, scope }: TestGlobs): readonly Finding[] {
  const named = new Set(scope.map((path) => path.replace(/^\.\//, "")));
  const counted = withRenames(changes, tests).filter(({ path }) => !matches(expected, path));
  return counted.flatMap((change) => [
    ...(named.has(change.path) ? [] : configurationFindings(change)),
    ...(matches(tests, change.path) ? testFileFindings(change) : []),
  ]);
}

function configurationFindings({ path, before, after }: FileChange): readonly Finding[] {
  return configurationChanges(path, before, after).map((text) => ({ path, line: null, kind: "configuration", text }));
}

/** Gives a test file that was moved its old text as `before`, and forgets its old place. */
function withRenames(changes: readonly FileChange[], tests: readonly string[]): readonly FileChange[] {
  const gone = changes.filter(({ path, after }) => after === null && matches(tests, path));
  const moved = new Set<FileChange>();
  const arrived = changes.map((change) => {
    if (change.before !== null || !matches(tests, change.path)) return change;
    const from = gone.find((old) => old.before === change.after && !moved.has(old));
    if (from === undefined) return change;
    moved.add(from);
    return { ...change, before: from.before };
  });
  return arrived.filter((change) => !moved.has(change));
}

function testFileFindings({ path, before, after }: FileChange): readonly Finding[] {
  if (before === after) return [];
  if (after === null) return [{ path, line: null, kind: "deleted", text: "This test file was deleted." }];
  if (DATA.test(path)) return [];
  const old = before ?? "";
  const more = MORE.flatMap(([kind, counter]) =>
    added(liveLines(path, old), liveLines(path, after), (lines) => counter(path, lines)).map((line) => ({
      path,
      line: line.number,
      kind,
      text: line.text.slice(0, LONGEST_LINE),
    })),
  );
  const fewer = FEWER.flatMap(([kind, mark, name]) => {
    const [had, has] = [count(ownLines(path, old), mark), count(ownLines(path, after), mark)];
    return has < had ? [{ path, line: null, kind, text: `${had} ${name} became ${has}.` }] : [];
  });
  return [...more, ...fewer];
}

function ownLines(path: string, text: string): readonly CodeLine[] {
  return codeLines(path, text).filter((line) => !IMPORTS.test(line.text));
}

function occurrences(text: string, mark: RegExp): number {
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

function count(lines: readonly CodeLine[], mark: RegExp): number {
  return total(eachOf(lines, mark));
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
