/**
 * Finds what a test file asserts less than before, by its lines: for languages of which the product makes no syntax
 * tree.
 */
import { assertsNoLess } from "#core/analysis/source/assertions-compared.ts";
import { type CodeLine, codeLinesOf } from "#core/analysis/source/code-lines.ts";
import { literalsIn, statementAt, type Tokens } from "#core/analysis/source/statement-text.ts";
import { unpaired } from "#core/values/unpaired.ts";
import { occurrences } from "./test-counts.ts";
import { ASSERTIONS, IMPORTS, LEAVES, SHELL_ASSERTIONS, SWALLOWS } from "./test-marks.ts";

const SHELL = /\.(?:sh|bash|bats|zsh)$/i;
const PYTHON_IMPORT = /^from\s+([\w.]+)\s+import\s+\(?([^#]*)/;

/** A test file: its text, all of its lines that may be code, and those that are code of its own for sure. */
export interface TestFileLines {
  readonly text: string;
  readonly live: readonly CodeLine[];
  readonly own: readonly CodeLine[];
}

/** Sorts the lines of a file of this path. A line that only brings names in is not its own. */
export function testFileLinesOf(path: string, text: string): TestFileLines {
  const { live, sure } = codeLinesOf(path, text);
  return { text, live, own: sure.filter((line) => !IMPORTS.test(line.text)) };
}

/**
 * Gives a sentence for each assertion that is gone and that no other asserts now, for each new way around one, and for
 * each name that comes from elsewhere now.
 */
export function lostLines(path: string, old: TestFileLines, now: TestFileLines): readonly string[] {
  return [
    ...lostAssertions(path, old.own, now.own).map((text) => `No longer there: ${text}`),
    ...(more(old.own, now.own, LEAVES) ? ["A test is left before its end, where it was not before."] : []),
    ...(more(old.own, now.own, SWALLOWS) ? ["A failure is caught, where it was not before."] : []),
    ...importsGone(old.text, now.text).map(([name, from]) => `${name} came from ${from}, and does not any more.`),
  ];
}

/** The first lines of assertions that are gone, and in whose place none stands that asserts no less. */
function lostAssertions(path: string, old: readonly CodeLine[], now: readonly CodeLine[]): readonly string[] {
  const [had, has] = [assertionsOf(path, old), assertionsOf(path, now)];
  const gone = without(had, has);
  if (gone.length === 0) return [];
  const literals = literalsIn(now);
  const standsFor = (after: Assertion, before: Assertion): boolean =>
    assertsNoLess(before.statement, after.statement, literals);
  return unpaired(gone, without(has, had), standsFor).map(({ line }) => line);
}

/** An assertion: its statement, the same for every layout, and its first line. */
interface Assertion {
  readonly statement: Tokens;
  readonly line: string;
}

function assertionsOf(path: string, lines: readonly CodeLine[]): readonly Assertion[] {
  const isOne = ({ text }: CodeLine): boolean =>
    occurrences(text, ASSERTIONS) > 0 || (SHELL.test(path) && occurrences(text, SHELL_ASSERTIONS) > 0);
  return lines.flatMap((line, index) => {
    if (!isOne(line)) return [];
    const text = line.text.replace(/\s+/g, " ");
    return [{ statement: SHELL.test(path) ? [text] : statementAt(lines, index), line: text }];
  });
}

function textOf(statement: Tokens): string {
  return statement.join(" ");
}

/** Those whose statement does not stand among the others as often as here. */
function without(assertions: readonly Assertion[], others: readonly Assertion[]): readonly Assertion[] {
  const left = new Map<string, number>();
  for (const { statement } of others) left.set(textOf(statement), (left.get(textOf(statement)) ?? 0) + 1);
  return assertions.filter(({ statement }) => {
    const count = left.get(textOf(statement)) ?? 0;
    left.set(textOf(statement), count - 1);
    return count <= 0;
  });
}

function more(old: readonly CodeLine[], now: readonly CodeLine[], mark: RegExp): boolean {
  const count = (lines: readonly CodeLine[]): number =>
    lines.reduce((sum, { text }) => sum + occurrences(text, mark), 0);
  return count(now) > count(old);
}

/** Names that the file imported from a module, that it still uses, and that now come from elsewhere. */
function importsGone(before: string, after: string): readonly (readonly [string, string])[] {
  const old = importsOf(before);
  const now = new Set((old.length === 0 ? [] : importsOf(after)).map((one) => one.join(" ")));
  const lost = old.filter((one) => !now.has(one.join(" ")));
  const used = new Set(lost.length === 0 ? [] : after.match(/\w+/g));
  return lost.filter(([name]) => used.has(name));
}

/** Python's `from module import a, b`, also over many lines. */
function importsOf(text: string): readonly (readonly [string, string])[] {
  const joined = text.replace(/\(([^()]*)\)/g, (_, inside: string) => `(${inside.replace(/\s+/g, " ")}`);
  return joined.split("\n").flatMap((line) => {
    const [, from, names = ""] = PYTHON_IMPORT.exec(line.trim()) ?? [];
    if (from === undefined) return [];
    return names
      .split(",")
      .flatMap((part) => /^(?:\w+\s+as\s+)?(\w+)/.exec(part.trim())?.[1] ?? [])
      .map((name) => [name, from] as const);
  });
}
