/** Reads the names of tests from reporters that print a tree: node:test's spec, jest's verbose, mocha's spec. */
import type { TestResult } from "./test-output.ts";

/** A line of a tree. `close` ends the suite of that name if it is open, and is a test of that name if it is not. */
type Row =
  | { readonly kind: "suite"; readonly indent: number; readonly name: string }
  | { readonly kind: "test"; readonly indent: number; readonly name: string; readonly passed: boolean | null }
  | { readonly kind: "close"; readonly indent: number; readonly name: string; readonly passed: boolean | null }
  | { readonly kind: "file"; readonly indent: -1; readonly name: string };

const MARKED = /^( *)([✔✖▶﹣✓✕○✎]) (.*)$/;
const NUMBERED = /^( +)\d+\) (.*)$/;

/**
 * Reads node:test's spec reporter. A suite is a line without a duration; the list of failures at the end repeats them
 * and is left out.
 */
export function nodeResults(lines: readonly string[]): readonly TestResult[] {
  if (!lines.some((line) => /^ℹ tests \d+$/.test(line))) return [];
  return walk(lines.flatMap((line, index) => (/^test at /.test(lines[index - 1] ?? "") ? [] : nodeRow(line))));
}

function nodeRow(line: string): readonly Row[] {
  const [, blanks = "", mark = "", text = ""] = MARKED.exec(line) ?? [];
  const [, name = text, directive] = /^(.*) \([\d.]+ms\)( # .*)?$/.exec(text) ?? [];
  if (mark === "" || name === "failing tests:") return [];
  if (mark === "▶" && name === text) return [{ kind: "suite", indent: blanks.length, name }];
  const ran = directive === undefined && mark !== "﹣" && mark !== "▶";
  return [{ kind: "close", indent: blanks.length, name, passed: ran ? mark === "✔" : null }];
}

/** Reads jest with --verbose. Names begin with the test's file. */
export function jestResults(lines: readonly string[]): readonly TestResult[] {
  const first = lines.findIndex((line) => /^(?:PASS|FAIL) \S/.test(line));
  return first === -1 ? [] : walk(lines.slice(first).flatMap(jestRow));
}

function jestRow(line: string): readonly Row[] {
  const file = /^(?:PASS|FAIL) (\S+)/.exec(line)?.[1];
  return file === undefined ? treeRow(line) : [{ kind: "file", indent: -1, name: file }];
}

/** Reads mocha's spec reporter, up to its first summary: the rest repeats the failures. */
export function mochaResults(lines: readonly string[]): readonly TestResult[] {
  const end = lines.findIndex((line) => /^ +\d+ passing\b/.test(line));
  return end === -1 ? [] : walk(lines.slice(0, end).flatMap(treeRow));
}

/**
 * A line of jest or mocha: a test by its mark or number, else the title of a suite if it is indented; output of a test
 * is mostly not.
 */
function treeRow(line: string): readonly Row[] {
  const [, blanks, mark, text = ""] = MARKED.exec(line) ?? [];
  if (blanks !== undefined)
    return [{ kind: "test", indent: blanks.length, name: untimed(text), passed: verdictOf(mark) }];
  const [, margin, title = ""] = NUMBERED.exec(line) ?? [];
  if (margin !== undefined) return [{ kind: "test", indent: margin.length, name: title, passed: false }];
  const indent = line.search(/\S/);
  const name = line.slice(indent);
  return indent < 2 || name.startsWith("- ") ? [] : [{ kind: "suite", indent, name }];
}

function verdictOf(mark: string | undefined): boolean | null {
  if (mark === "✓" || mark === "✔") return true;
  return mark === "✕" ? false : null;
}

function untimed(text: string): string {
  return text.replace(/ \([\d.]+ ?m?s\)$/, "");
}

/** Joins each test's name to those of the suites that it stands in. */
function walk(rows: readonly Row[]): readonly TestResult[] {
  const open: Row[] = [];
  return rows.flatMap((row) => {
    while (open.some(({ indent }) => indent > row.indent)) open.pop();
    const beside = open.at(-1)?.indent === row.indent ? open.pop() : undefined;
    if (row.kind !== "suite" && row.kind !== "file") return resultOf(row, beside, open);
    open.push(row);
    return [];
  });
}

/** `beside` is the suite that was open where this row stands; `around` are those that it stands in. */
function resultOf(
  row: Extract<Row, { passed: unknown }>,
  beside: Row | undefined,
  around: readonly Row[],
): readonly TestResult[] {
  if (row.passed === null || (row.kind === "close" && beside?.name === row.name)) return [];
  return [{ name: [...around, row].map(({ name }) => name).join(" > "), passed: row.passed }];
}
