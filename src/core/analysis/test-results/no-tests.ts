/** Finds test runners that ran no test: a test command that does so counts as failed, even with exit code 0. */
import { outputLinesOf } from "./test-output.ts";

/**
 * A test runner: the form of its summary when it ran no test, and when it ran some. Each pattern is tested against
 * single lines, and is linear.
 */
interface Runner {
  readonly name: string;
  readonly none: RegExp;
  readonly some: RegExp;
}

const VITEST_NO_FILE = /^No test files found, exiting with code/;
const VITEST_NO_TEST = /^ *Tests {2}(?:no tests$|\d+ (?:skipped|todo)\b(?! \| \d+ (?:passed|failed)))/;
const VITEST_NONE = new RegExp(`${VITEST_NO_FILE.source}|${VITEST_NO_TEST.source}`);

const GO_PACKAGE = /^ok[ \t]+\S+[ \t]+(?:[\d.]+s|\(cached\))(?:[ \t]+coverage: [^[\]]*)?$/;
const GO_TEST = /^ *--- (?:PASS|FAIL): |^FAIL[ \t]+\S+[ \t]/;
const GO_SOME = new RegExp(`${GO_PACKAGE.source}|${GO_TEST.source}`);

/** Skipped tests did not run. The samples in the tests are what the runners really print. */
const RUNNERS: readonly Runner[] = [
  {
    // The warning is all that is left of a run with NODE_TEST_CONTEXT set; it exits 0.
    name: "node:test",
    none: /^(?:# |ℹ )(?:tests|pass) 0$|Warning: node:test run\(\) is being called recursively/,
    some: /^(?:# |ℹ )(?:pass|fail|cancelled) [1-9]\d*$/,
  },
  {
    name: "vitest",
    none: VITEST_NONE,
    some: /^ *Tests {2}(?:\d+ [a-z]+ \| )*[1-9]\d* (?:passed|failed)\b/,
  },
  {
    name: "jest",
    none: /^No tests found, exiting with code|^Tests: +(?:\d+ (?:skipped|todo), )*\d+ total$/,
    some: /^Tests: +(?:\d+ [a-z]+, )*[1-9]\d* (?:passed|failed), /,
  },
  { name: "mocha", none: /^ *0 passing\b|^Error: No test files found/, some: /^ *[1-9]\d* (?:passing|failing)\b/ },
  {
    name: "pytest",
    none: /^(?:=+ )?(?:no tests ran|(?:\d+ (?:skipped|deselected|warnings?)(?:, )?)+) in \d/,
    some: /^(?:=+ )?(?:\d+ [a-z]+, )*[1-9]\d* (?:passed|failed|errors?|xfailed|xpassed)\b/,
  },
  {
    name: "go test",
    none: /\[no test(?:s to run| files)\]$/,
    some: GO_SOME,
  },
  {
    name: "cargo test",
    none: /^running 0 tests$|^test result: ok\. 0 passed; 0 failed;/,
    some: /^test result: \w+\. (?:[1-9]\d* passed|\d+ passed; [1-9]\d* failed);?/,
  },
  {
    name: "ctest",
    none: /^No tests were found!!!$/,
    some: /^\d+% tests passed, \d+ tests? failed out of [1-9]/,
  },
  { name: "unittest", none: /^Ran 0 tests in |^NO TESTS RAN/, some: /^Ran [1-9]\d* tests? in / },
  { name: "rspec", none: /^0 examples, 0 failures/, some: /^[1-9]\d* examples?, / },
  { name: "phpunit", none: /^No tests executed!/, some: /^OK \([1-9]\d* tests?, |^Tests: [1-9]\d*, / },
];

/**
 * Gives the name of the first runner whose summary says that no test ran, if no runner in the output ran any; null
 * otherwise, and where no summary is known. It reads what the repository's own code printed: it finds a mistake, not a
 * forger, who can print anything.
 */
export function ranNoTest(output: string): string | null {
  const lines = outputLinesOf(output);
  if (RUNNERS.some(({ some }) => lines.some((line) => some.test(line)))) return null;
  return RUNNERS.find(({ none }) => lines.some((line) => none.test(line)))?.name ?? null;
}
