/**
 * Reads from the output of a test runner which tests passed and which failed, by name:
 * core/analysis/test-results/test-run compares them, so that a test that vanishes is noticed.
 */
import { tapResults } from "./tap.ts";
import { outputLinesOf, type TestResult } from "./test-output.ts";
import { jestResults, mochaResults, nodeResults } from "./test-tree.ts";
import { unittestResults } from "./unittest.ts";

/** Sorted, each name once. A name that both passed and failed (two tests of one name) failed. */
export interface TestNames {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Readers of all known reporters. Each finds nothing in the output of the others. */
const READERS = [
  pytestResults,
  unittestResults,
  goResults,
  cargoResults,
  ctestResults,
  vitestResults,
  tapResults,
  nodeResults,
  jestResults,
  mochaResults,
];

/**
 * Gives the tests of all reporters in the output that print one line a test; null where none is found (quiet or unknown
 * reporters). `folder`: where the command ran, so that a test has the same name wherever that is.
 */
export function testNames(output: string, folder: string): TestNames | null {
  const lines = outputLinesOf(output);
  const results = READERS.flatMap((read) => read(lines, folder));
  if (results.length === 0) return null;
  const failed = new Set(results.filter(({ passed }) => !passed).map(({ name }) => name));
  const passed = new Set(results.filter(({ name }) => !failed.has(name)).map(({ name }) => name));
  return { passed: [...passed].sort(), failed: [...failed].sort() };
}

/** pytest -v: `tests/test_a.py::TestC::test_m PASSED  [ 50%]`. */
function pytestResults(lines: readonly string[]): readonly TestResult[] {
  return lines.flatMap((line) => {
    const [, name, verdict] =
      /^((?:(?!\.py::)\S)+\.py::.+) (PASSED|FAILED|ERROR|XPASS)(?: +\[ *\d+%\])?$/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name: name.split("::").join(" > "), passed: verdict === "PASSED" || verdict === "XPASS" }];
  });
}

/**
 * go test -v: `--- PASS: TestA/sub (0.00s)`; the line of the package follows its tests. A package outside of a module
 * is called by its folder, with `_` before it.
 */
function goResults(lines: readonly string[], root: string): readonly TestResult[] {
  const inRoot = (name: string): string =>
    `${name}/`.startsWith(`_${root}/`) ? `.${name.slice(root.length + 1)}` : name;
  let waiting: TestResult[] = [];
  const results: TestResult[] = [];
  for (const line of lines) {
    const [, verdict, test] = /^ *--- (PASS|FAIL): (.+) \([\d.]+s\)$/.exec(line) ?? [];
    if (test !== undefined) waiting.push({ name: test, passed: verdict === "PASS" });
    const [, folder] = /^(?:ok|FAIL)[ \t]+(\S+)[ \t]/.exec(line) ?? [];
    if (folder === undefined) continue;
    results.push(...waiting.map(({ name, passed }) => ({ name: `${inRoot(folder)} > ${name}`, passed })));
    waiting = [];
  }
  return [...results, ...waiting];
}

/** cargo test: `test module::name ... ok`, and of an example `test src/lib.rs - name (line 5) ... ok`. */
function cargoResults(lines: readonly string[]): readonly TestResult[] {
  return lines.flatMap((line) => {
    const [, name, verdict] = /^test (\S.*?)(?: \(line \d+\))?(?: - [\w ]{1,40})? \.\.\. (ok|FAILED)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.split("::").join(" > "), passed: verdict === "ok" }];
  });
}

/** ctest: `1/2 Test #1: name ......   Passed    0.01 sec`; with `***` before whatever else became of it. */
function ctestResults(lines: readonly string[]): readonly TestResult[] {
  return lines.flatMap((line) => {
    const [, name, verdict] = /^ *\d+\/\d+ Test +#\d+: (\S+) \.+ *(Passed|\*\*\*(?!Not Run|Skipped))/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, passed: verdict === "Passed" }];
  });
}

/** vitest --reporter=verbose: ` ✓ tests/a.test.ts > suite > name 3ms`. */
function vitestResults(lines: readonly string[]): readonly TestResult[] {
  return lines.flatMap((line) => {
    const [, mark, name] = /^ *([✓×]) ((?:\|[^|]+\| )?\S+\.\w+ > .+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.replace(/ \d+ms$/, ""), passed: mark === "✓" }];
  });
}
