/** The output of a test runner, made ready for reading, and the result of one test in it. */

/** One test by its full name, parts joined by ` > `. Skipped and todo tests are no results. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * No line that a runner itself prints is longer; the bound keeps every pattern that reads a line cheap for any output
 * of a test.
 */
const LONGEST_LINE = 2000;

/**
 * The lines of an output without colours and carriage returns, each cut at 2000 characters. No runner names a test or
 * sums up in fewer than three characters: such lines are left out.
 */
export function outputLinesOf(output: string): readonly string[] {
  const lines =
    output
      .replace(COLOURS, "")
      .replaceAll("\r", "")
      .match(/[^\n]{3,}/g) ?? [];
  return lines.map((line) => line.slice(0, LONGEST_LINE));
}
