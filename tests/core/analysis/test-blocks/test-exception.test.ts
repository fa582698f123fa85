/** What a plan excepts is exactly that: the tests that it names, or a file as it says. */
import { expect, it } from "vitest";
import type { Outline } from "#core/analysis/source/test-outline.ts";
import { withoutTests } from "#core/analysis/test-blocks/excepted-outline.ts";
import { withImportsOf } from "#core/analysis/test-blocks/imports.ts";
import {
  exceptedTests,
  excuseFor,
  isSameName,
  placeOf,
  type TestException,
  withoutExcepted,
} from "#core/analysis/test-blocks/test-exception.ts";
import { JS_TESTS } from "./texts.ts";

const may = (test: string, mayBe: TestException["mayBe"] = "changed", path = "a.test.ts"): TestException => ({ path, test, mayBe });

it.each([
  ["splits", "splits", true],
  ["splits", "parser > splits", true],
  ["a.test.ts > parser > splits", "parser > splits", true],
  ["parser > splits", "splits", true],
  ["test_a[1-2]", "tests/test_a.py > test_a[3]", true],
  ["tests::splits", "crate > tests > splits", true],
  ["T > test_m", "tests.test_a.T > test_m", true],
  ["TestA", "example.com/a > TestA/b", true],
  ["TestA/b", "TestA/c", false],
  ["its", "splits", false],
  ["at commas", "splits at commas", false],
  ["2", "reads 1.2", false],
  ["T > test_m", "OtherT > test_m", false],
])("takes %s and %s for the same test: %s", (asked, name, same) => {
  expect(isSameName(asked, name)).toBe(same);
});

it("says of a file what a plan excepts in it: the path is meant as it is, and a glob only in older plans", () => {
  const plan = ["old/**", may("x"), may("", "removed"), may("", "changed", "./b.[id].ts"), may("y", "removed", "c.ts")];
  expect(plan.map(placeOf)).toEqual(["old/**", "a.test.ts", "a.test.ts", "b.[id].ts", "c.ts"]);
  expect(excuseFor(plan, "old/x.ts")).toEqual({ mayChange: true, mayGo: false, tests: [] });
  expect(excuseFor(plan, "a.test.ts")).toEqual({ mayChange: false, mayGo: true, tests: [may("x")] });
  expect(excuseFor(plan, "b.[id].ts")).toMatchObject({ mayChange: true, mayGo: false });
  expect(excuseFor(plan, "b.i.ts")).toEqual({ mayChange: false, mayGo: false, tests: [] });
  expect(excuseFor(["[a].ts"], "[a].ts").mayChange).toBe(true);
});

it("empties the tests that are excepted, cuts those that may go, and leaves all others and the numbers of lines", () => {
  const tests = [may("splits at commas", "removed"), may("outer"), may("nothing like it")];
  const kept = withoutExcepted("a.test.ts", JS_TESTS, { tests, cut: false });
  expect(kept).toContain('it("splits at commas", () => {})\n');
  expect(kept).toContain('test("outer", () => {})');
  expect(kept).not.toContain("inner");
  const cut = withoutExcepted("a.test.ts", JS_TESTS, { tests, cut: true });
  expect(cut).not.toContain("splits at commas");
  for (const text of [kept, cut]) {
    expect(text.split("\n")).toHaveLength(JS_TESTS.split("\n").length);
    expect(text.slice(text.indexOf("test.each"))).toBe(JS_TESTS.slice(JS_TESTS.indexOf("test.each")));
  }
  expect(withoutExcepted("a.test.ts", JS_TESTS, { tests: [], cut: true })).toBe(JS_TESTS);
  expect(exceptedTests("a.test.ts", JS_TESTS, tests).map(({ name }) => name)).toEqual([
    "parser > splits at commas",
    "parser > outer",
    "parser > outer > inner",
  ]);
});

it("takes the same out of an outline", () => {
  const test = (name: string, ...suites: string[]) => ({
    suites,
    name,
    marks: [],
    reach: "always" as const,
    assertions: [{ text: `expect(${name})`, reach: "always" as const }],
  });
  const outline: Outline = {
    imports: {},
    declared: [],
    mocks: [],
    tests: [test("a", "s"), test("b", "s"), test("in", "s", "b"), test("c", "s"), test("s", "other"), test("")],
  };
  const left = withoutTests(outline, [may("a"), may("s > b", "removed"), may("s")]).tests;
  expect(left.map(({ name, assertions }) => [name, assertions.length])).toEqual([
    ["a", 0],
    ["c", 1],
    ["s", 0],
    ["", 1],
  ]);
});

it.each([
  [
    "a.ts",
    'import a from "a";\ntest(a);\n',
    'import {\n  b,\n} from "b";\nimport "c";\nother\n',
    'import {\n  b,\n} from "b";\nimport "c";\ntest(a);\n',
  ],
  [
    "a.cjs",
    'const { a } = require("a");\nf();\nconst b = require("b");\n',
    'const { c } = require("a");\n',
    'const { c } = require("a");\nf();\n',
  ],
  ["a.py", "import a\nfrom b import (\n  c,\n)\nx\n", "from b import d\n", "from b import d\nx\n"],
  ["A.java", "package a;\nimport a.B;\nclass A {}\n", "import a.C;\nimport a.D;\n", "package a;\nimport a.C;\nimport a.D;\nclass A {}\n"],
  ["a.go", 'package a\nimport (\n\t"a"\n)\nx\n', 'import "b"\n', 'package a\nimport "b"\nx\n'],
  ["a.ts", "test(a);\n", 'import "b";\n', null],
  ["a.ts", 'import "b";\n', 'import "b";\nx\n', null],
  ["a.rs", "use a;\n", "use b;\n", null],
])("takes into %s the imports of another text", (path, text, other, expected) => {
  expect(withImportsOf(path, text, other)).toBe(expected);
});
