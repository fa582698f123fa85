/** Reads the names of tests from TAP, the Test Anything Protocol, with the nested subtests of node:test. */
import type { TestResult } from "./test-output.ts";

/** A subtest whose result was not read yet. `hasChildren`: it is a suite, whose own result only repeats theirs. */
interface Open {
  readonly indent: number;
  readonly name: string;
  hasChildren: boolean;
}

const BEGIN = /^( *)# Subtest: (.*)$/;
const RESULT = /^( *)(not ok|ok) \d+(?: -)?(?: (.*))?$/;
const NOT_RUN = / # (?:skip|todo)\b.*$/i;

/** Gives one result for each test that ran. It reads nothing where no line says that this is TAP. */
export function tapResults(lines: readonly string[]): readonly TestResult[] {
  if (!lines.some((line) => /^TAP version \d|^1\.\.\d+$/.test(line))) return [];
  const open: Open[] = [];
  return lines.flatMap((line) => {
    const begin = BEGIN.exec(line);
    if (begin !== null) {
      const [, blanks = "", name = ""] = begin;
      closeBelow(open, blanks.length);
      open.push({ indent: blanks.length, name, hasChildren: false });
      return [];
    }
    const result = RESULT.exec(line);
    return result === null ? [] : resultOf(result, open);
  });
}

function resultOf([, blanks = "", verdict, title = ""]: RegExpExecArray, open: Open[]): readonly TestResult[] {
  closeBelow(open, blanks.length + 1);
  const own = open.at(-1)?.indent === blanks.length ? open.pop() : undefined;
  const parent = open.at(-1);
  if (parent !== undefined) parent.hasChildren = true;
  if (own?.hasChildren === true || NOT_RUN.test(` ${title}`)) return [];
  const name = own?.name ?? title;
  return [{ name: [...open.map((test) => test.name), name].join(" > "), passed: verdict === "ok" }];
}

/** Drops the subtests that began at this indentation or deeper. */
function closeBelow(open: Open[], indent: number): void {
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
}
