import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type TestNames, testNames } from "#core/analysis/test-results/test-names.ts";

const named = (output: string): TestNames | null => testNames(output, "/workspace");

/** What a runner really printed; the same six or so tests in each. */
function sample(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8");
}

it.each<[string, readonly string[], readonly string[]]>([
  ["node-spec", ["outer > inner > works", "outer > works", "parent > child", "top level adds (2 ms) > one"], ["outer > inner > breaks"]],
  ["node-tap", ["outer > inner > works", "outer > works", "parent > child", "top level adds (2 ms) > one"], ["outer > inner > breaks"]],
  ["vitest", ["a.test.ts > adds", "a.test.ts > outer > works > well"], ["a.test.ts > outer > breaks"]],
  ["vitest-colour", ["a.test.ts > adds", "a.test.ts > outer > works > well"], ["a.test.ts > outer > breaks"]],
  [
    "jest",
    ["test/a.test.js > has no suite", "test/a.test.js > outer > inner > is slow", "test/a.test.js > outer > works"],
    ["test/a.test.js > outer > inner > breaks"],
  ],
  ["mocha", ["has no suite", "outer > inner > is slow", "outer > works"], ["outer > inner > breaks"]],
  [
    "pytest",
    ["test_a.py > TestC > test_m", "test_a.py > test_ok", "test_a.py > test_p[1]", "test_a.py > test_p[a b]"],
    ["test_a.py > test_bad"],
  ],
  [
    "go",
    ["example.com/m > TestAdd", "example.com/m > TestSub/zero", "example.com/m/other > TestAdd"],
    ["example.com/m > TestSub", "example.com/m > TestSub/one"],
  ],
  ["cargo", ["tests > good"], ["tests > bad"]],
  ["ctest", ["good"], ["bad.one"]],
])("reads the tests that %s printed", (name, passed, failed) => {
  expect(named(sample(name))).toEqual({ passed, failed });
  expect(named(sample(name).replaceAll("\n", "\r\n"))).toEqual({ passed, failed });
});

it.each([
  ["nothing", ""],
  ["prose", "All tests passed.\nok\nnot ok\n"],
  ["vitest's short tree, whose names are not whole", sample("vitest-tree")],
  ["marks without a runner", "✔ built (3ms)\n  ✓ linted\n  1) fix me\n"],
  ["go without -v", "ok  \texample.com/m\t0.002s\n"],
  ["a summary alone", "# tests 3\n# pass 3\n"],
])("reads no test from %s", (_, output) => {
  expect(named(output)).toBeNull();
});

it("reads plain TAP without subtests, and leaves out what was skipped", () => {
  const output = "TAP version 13\nok 1 adds\nnot ok 2 - breaks\nok 3 - later # SKIP why\nnot ok 4 # TODO\nok 5\nok 6 - a # b\n1..6\n";
  expect(named(output)).toEqual({ passed: ["", "a # b", "adds"], failed: ["breaks"] });
});

it("forgets a subtest of TAP that was begun and never judged", () => {
  const output = "TAP version 13\n# Subtest: hangs\n    # Subtest: inner\n# Subtest: adds\nok 1 - adds\n";
  expect(named(output)).toEqual({ passed: ["adds"], failed: [] });
});

it("joins what several runners printed", () => {
  expect(named(`${sample("cargo")}\n${sample("pytest")}`)?.failed).toEqual(["test_a.py > test_bad", "tests > bad"]);
});

it("holds a name for failed when one of two tests of that name failed", () => {
  expect(named("test a ... ok\ntest a ... FAILED\ntest a ... ok\n")).toEqual({ passed: [], failed: ["a"] });
});

it("reads cargo's examples by what they are of, and not by their line", () => {
  const said =
    "test src/lib.rs - add (line 5) ... ok\ntest src/lib.rs - (line 1) - compile fail ... ok\ntest a (line 2) - should panic ... FAILED\n";
  expect(named(said)).toEqual({ passed: ["src/lib.rs -", "src/lib.rs - add"], failed: ["a"] });
});

it("keeps go's tests when the output ends before the line of their package", () => {
  expect(named("--- PASS: TestA (0.00s)\n")).toEqual({ passed: ["TestA"], failed: [] });
});

it("reads pytest's errors, unexpected passes and lines without a percentage", () => {
  expect(named("t/a.py::x ERROR\nt/a.py::y XPASS [100%]\nt/a.py::z PASSED\n")).toEqual({
    passed: ["t/a.py > y", "t/a.py > z"],
    failed: ["t/a.py > x"],
  });
});

it("reads vitest's project names, and older mocha's mark", () => {
  expect(named(" ✓ |unit| a.test.ts > adds\n")?.passed).toEqual(["|unit| a.test.ts > adds"]);
  expect(named("  outer\n    ✓ works (12ms)\n\n  1 passing (3ms)\n")?.passed).toEqual(["outer > works"]);
});

it("reads node's older spec, in which a suite's last line repeats its mark", () => {
  const output = "▶ outer\n  ✔ works (0.1ms)\n▶ outer (0.4ms)\n\n✔ outer (0.1ms)\n  ✔ stray (1ms)\nℹ tests 3\n";
  expect(named(output)?.passed).toEqual(["outer", "outer > works", "stray"]);
});

it("finds a test that vanished or broke between two outputs, the planted fault", () => {
  const before = named(sample("pytest"))?.passed ?? [];
  const after =
    named(
      sample("pytest")
        .replace(/^.*test_m .*$/m, "")
        .replace("test_ok PASSED", "test_ok FAILED"),
    )?.passed ?? [];
  expect(before.filter((name) => !after.includes(name))).toEqual(["test_a.py > TestC > test_m", "test_a.py > test_ok"]);
});

it("reads a megabyte of hostile output", () => {
  const hostile = ["a.py::".repeat(200_000), " ".repeat(1_000_000), "✔ (1".repeat(250_000), "1".repeat(1_000_000), "ok 1 ".repeat(200_000)];
  expect(hostile.map((text) => named(`TAP version 13\nℹ tests 1\n 1 passing\nPASS x\n${text}`)?.failed ?? [])).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

// The folders of the sandbox: the usual one, and the one elsewhere (src/adapters/sandbox/inside/inner-place.ts).
it.each([
  ["/workspace", "_/workspace", ". > TestA"],
  ["/workspace", "_/workspace/english", "./english > TestA"],
  ["/home/dev/project", "_/home/dev/project/english", "./english > TestA"],
  ["/workspace", "_/workspaces/a", "_/workspaces/a > TestA"],
  ["/workspace", "example.com/workspace", "example.com/workspace > TestA"],
])("names go's tests in %s of the package %s without the folder that they ran in", (folder, printed, name) => {
  const output = `--- PASS: TestA (0.00s)\nok  \t${printed}\t0.002s\n`;
  expect(testNames(output, folder)).toEqual({ passed: [name], failed: [] });
});
