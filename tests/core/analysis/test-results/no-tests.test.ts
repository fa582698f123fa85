import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ranNoTest } from "#core/analysis/test-results/no-tests.ts";

function sample(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8");
}

it.each([
  [
    "node:test",
    "TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 2.4\n",
  ],
  ["node:test", "ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 2.9\n"],
  ["node:test", "# tests 7\n# suites 2\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 7\n# todo 0\n"],
  [
    "node:test",
    "(node:13824) Warning: node:test run() is being called recursively within a test file. skipping running files.\n(Use `node --trace-warnings ...`)\n",
  ],
  ["vitest", "\n RUN  v4.1.12 /home/user/v\n\nNo test files found, exiting with code 1\n\ninclude: **/*.{test,spec}.?(c|m)[jt]s?(x)\n"],
  ["vitest", "No test files found, exiting with code 0\n"],
  ["vitest", " ❯ sk/c.test.ts (0 test)\n\n Test Files  1 failed (1)\n      Tests  no tests\n   Start at  02:57:55\n"],
  ["vitest", " Test Files  1 skipped (1)\n      Tests  1 skipped (1)\n"],
  ["vitest", " Test Files  1 skipped (1)\n      Tests  2 skipped | 1 todo (3)\n"],
  ["vitest", "\u001b[2m      Tests \u001b[22m \u001b[33m1 skipped\u001b[39m\u001b[90m (1)\u001b[39m\n"],
  ["jest", "No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\n"],
  ["jest", "No tests found, exiting with code 0\n"],
  ["jest", "Test Suites: 1 skipped, 0 of 1 total\nTests:       1 skipped, 1 total\nSnapshots:   0 total\n"],
  ["jest", "Test Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\n"],
  ["mocha", "\n\n  0 passing (0ms)\n\n"],
  ["mocha", "\n\n  outer\n    - later\n\n\n  0 passing (1ms)\n  1 pending\n"],
  ["mocha", 'Error: No test files found: "nothing"\n'],
  ["pytest", "collected 0 items\n\n============================ no tests ran in 0.45s =============================\n"],
  ["pytest", "\nno tests ran in 0.46s\n"],
  ["pytest", "7 deselected in 0.63s\n"],
  ["pytest", "test_a.py s   [100%]\n\n======================= 1 skipped, 6 deselected in 0.91s =======================\n"],
  ["pytest", "================= 3 skipped, 1 warning in 0.01s =================\n"],
  ["go test", "?   \texample.com/m\t[no test files]\n?   \texample.com/m/cmd\t[no test files]\n"],
  ["go test", "testing: warning: no tests to run\nPASS\nok  \texample.com/m\t0.002s [no tests to run]\n"],
  ["go test", "ok  \texample.com/m\t0.002s\tcoverage: 0.0% of statements [no tests to run]\n"],
  [
    "cargo test",
    "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests demo\n\nrunning 0 tests\n",
  ],
  [
    "cargo test",
    "\nrunning 1 test\ntest a ... ignored\n\ntest result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
  ],
  ["ctest", "Test project /work/b\nNo tests were found!!!\n"],
  ["unittest", "\n----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nOK\n"],
  ["unittest", "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n"],
  ["rspec", "No examples found.\n\n\nFinished in 0.00025 seconds (files took 0.05 seconds to load)\n0 examples, 0 failures\n"],
  ["phpunit", "PHPUnit 11.0.0 by Sebastian Bergmann and contributors.\n\nNo tests executed!\n"],
])("names %s when it ran no test: %j [C4.18]", (runner, output) => {
  expect(ranNoTest(output)).toBe(runner);
  expect(ranNoTest(output.replaceAll("\n", "\r\n"))).toBe(runner);
});

it.each<readonly [string, string]>([
  ["nothing at all", ""],
  ["an unknown runner", "all good\n"],
  ...["node-spec", "node-tap", "vitest", "vitest-colour", "vitest-tree", "jest", "mocha", "pytest", "go", "cargo", "ctest"].map(
    (name) => [name, sample(name)] as const,
  ),
  ["pytest -q", "...   [100%]\n3 passed in 0.02s\n"],
  ["pytest with errors only", "=========== 1 error in 0.10s ===========\n"],
  ["pytest, one passed and others left out", "==== 1 passed, 6 deselected in 0.91s ====\n"],
  [
    "go, cached and with coverage",
    "ok  \texample.com/m\t(cached)\tcoverage: 85.0% of statements\n?   \texample.com/m/cmd\t[no test files]\n",
  ],
  [
    "cargo, whose doc tests are none",
    "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored;\n   Doc-tests demo\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed;\n",
  ],
  ["unittest", "Ran 2 tests in 0.000s\n\nOK (skipped=1)\n"],
  ["rspec", "Finished in 0.01 seconds\n3 examples, 1 failure\n"],
  ["phpunit", "OK (3 tests, 5 assertions)\n"],
  ["phpunit with failures", "FAILURES!\nTests: 3, Assertions: 3, Failures: 1.\n"],
  ["a package without tests beside one with some", "No test files found, exiting with code 0\n# tests 3\n# pass 3\n# fail 0\n"],
  ["ten tests, none of them failed", "# tests 10\n# pass 10\n# fail 0\n"],
])("names no runner for %s", (_, output) => {
  expect(ranNoTest(output)).toBeNull();
});

it("reads a megabyte of hostile output", () => {
  const hostile = [
    "Tests: 1".repeat(120_000),
    `Tests  ${"1".repeat(1_000_000)}`,
    `=${" 1 skipped,".repeat(90_000)}`,
    `ok ${" ".repeat(1_000_000)}`,
  ];
  expect(hostile.map(ranNoTest)).toEqual([null, null, null, null]);
});
