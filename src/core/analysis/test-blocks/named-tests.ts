/** Finds the tests of a file by name, in the languages in which they can be found without a parser. */
import { bracedTests } from "./braced-tests.ts";
import { calledTests } from "./called-tests.ts";
import { definedTests } from "./defined-tests.ts";
import type { NamedTest } from "./named-test.ts";

/** Characters of a file that is read at most. */
const LONGEST = 2 ** 20;

/**
 * Gives the tests of a file in JavaScript, TypeScript, Python, Go, Rust, Java or Kotlin, in the order of the text; none
 * where their names are made while they run. Linear. Pure.
 */
export function namedTests(path: string, text: string): readonly NamedTest[] {
  if (text.length > LONGEST) return [];
  if (/\.[cm]?[jt]sx?$/i.test(path)) return calledTests(path, text);
  return /\.py$/i.test(path) ? definedTests(path, text) : bracedTests(path, text);
}
