/**
 * Reads the names of tests from what Python's unittest prints with `-v`
 * (https://docs.python.org/3/library/unittest.html).
 */
import type { TestResult } from "./test-output.ts";

/**
 * The line of a test: `test_m (tests.test_a.T.test_m)`, before Python 3.11 without the name at the end; with a
 * docstring the verdict is in the next line.
 */
const HEAD = /^(\w+) \(([\w.]+)\)(?: \.\.\. (.*))?$/;
/** The list at the end repeats failed tests; a test that failed only in a subtest stands nowhere else. */
const LISTED = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\w+) \(([\w.]+)\)/;

/** Gives every test that passed or failed; skipped ones and failures that were expected are neither. */
export function unittestResults(lines: readonly string[]): readonly TestResult[] {
  return lines.flatMap((line, index): readonly TestResult[] => {
    const [, listed, place = ""] = LISTED.exec(line) ?? [];
    return listed === undefined
      ? headed(line, lines[index + 1] ?? "")
      : [{ name: nameOf(listed, place), passed: false }];
  });
}

/** Reads one line by itself, or with the one below it. */
function headed(line: string, below: string): readonly TestResult[] {
  const [, test, suite = "", beside] = HEAD.exec(line) ?? [];
  const verdict = beside ?? /^.* \.\.\. (.*)$/.exec(below)?.[1] ?? "";
  if (test === undefined || !["ok", "FAIL", "ERROR"].includes(verdict)) return [];
  return [{ name: nameOf(test, suite), passed: verdict === "ok" }];
}

function nameOf(test: string, place: string): string {
  const suite = place.endsWith(`.${test}`) ? place.slice(0, -test.length - 1) : place;
  return `${suite} > ${test}`;
}
