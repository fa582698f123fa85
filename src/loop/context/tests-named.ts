/** Reads which tests a command named in its output, and how each ended. */
import { testNames } from "#core/analysis/test-results/test-names.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { ExecResult } from "#ports/tool-access.ts";

/**
 * Characters of each stream that are kept of a check: some ten thousand tests by name. Of so much each reader of a
 * runner's output takes well below a second.
 */
export const CHECK_OUTPUT = 4_000_000;

/**
 * Null where none is named. Output that was cut in the middle names no tests, so that a name that was cut out is not
 * taken for a test that is gone.
 */
export function testsNamed({ stdout, stderr, omitted, folder }: ExecResult): TestRun["names"] {
  const names = omitted > 0 ? null : testNames(`${stdout}\n${stderr}`, folder);
  return names === null ? null : { passed: [...names.passed], failed: [...names.failed] };
}
