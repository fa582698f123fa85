/** Says in words what a plan excepts from the guards of the tests: one line for each test, or for each file. */
import type { ExpectedTestChange } from "#core/analysis/test-blocks/test-exception.ts";

/**
 * The line of one exception. `quoted` makes a name or a path safe where it is shown: both are a model's, or a
 * stranger's.
 */
export function exceptionWords(one: ExpectedTestChange, quoted: (text: string) => string): string {
  if (typeof one === "string") return `any change in ${quoted(one)} is allowed, but not its deletion`;
  const path = quoted(one.path);
  if (one.test === "")
    return one.mayBe === "removed"
      ? `the file ${path} may be deleted`
      : `any change in ${path} is allowed, but not its deletion`;
  return `the test ${quoted(one.test)} in ${path} may ${one.mayBe === "removed" ? "be removed" : "change"}`;
}
