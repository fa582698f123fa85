/** What the plan excepts is not held against a change; everything else of the same file is. */
import { expect, it } from "vitest";
import { NOT_TEXT } from "#core/analysis/source/file-change.ts";
import type { ExpectedTestChange, TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { GLOBS, JS } from "./one-change.ts";

const PATH = "a.test.ts";
const kindsOf = (expected: readonly ExpectedTestChange[], after: string | null | typeof NOT_TEXT, before: string | null = JS) =>
  testFindings([{ path: PATH, before, after }], { ...GLOBS, expected }).map(({ kind }) => kind);
const may = (test: string, mayBe: TestException["mayBe"] = "changed"): TestException => ({ path: PATH, test, mayBe });

const OTHER = JS.replace("toBe(3)", "toBe(4)").replace("  expect(add(0, 0)).toBe(0);\n", "");
const GONE = JS.slice(JS.indexOf('it("sub')).concat("\n");

it("lets a test change that is named, and only that", () => {
  expect(kindsOf([may("adds")], OTHER)).toEqual([]);
  expect(kindsOf([may("subtracts")], OTHER)).toEqual(["fewer_assertions"]);
  expect(kindsOf([may("adds")], OTHER.replace("toBe(1)", "toBeDefined()"))).toEqual(["weakened"]);
  expect(kindsOf([may("adds")], JS.slice(0, JS.indexOf('it("sub')))).toEqual(["fewer_tests", "fewer_assertions"]);
  expect(kindsOf([may("no such test")], OTHER)).toEqual(["fewer_assertions"]);
  expect(kindsOf([may("adds")], OTHER, null)).toEqual([]);
});

it("keeps a test that may change from being removed, skipped, or from steering the others", () => {
  expect(kindsOf([may("adds")], GONE)).toContain("fewer_tests");
  expect(kindsOf([may("adds", "removed")], GONE)).toEqual([]);
  expect(kindsOf([may("adds")], JS.replace('it("adds"', 'it.skip("adds"'))).toContain("skipped");
  expect(kindsOf([may("adds")], JS.replace('it("adds"', 'it.only("adds"'))).toContain("focused");
  expect(kindsOf([may("adds")], JS.replace("expect(add(1, 2)).toBe(3);", "process.exit(0);"))).toContain("exits");
});

it("lets a file be deleted only where that is excepted by itself", () => {
  expect(kindsOf([may("adds", "removed"), may("subtracts", "removed")], null)).toEqual(["deleted"]);
  expect(kindsOf([may("")], null)).toEqual(["deleted"]);
  expect(kindsOf([may("")], NOT_TEXT)).toEqual(["deleted"]);
  expect(kindsOf([PATH], null)).toEqual(["deleted"]);
  expect(kindsOf([may("", "removed")], null)).toEqual([]);
  expect(kindsOf([may("", "removed")], OTHER)).toEqual(["fewer_assertions"]);
});

it("lets a file change that is excepted as a whole, and not lose all that it holds", () => {
  expect(kindsOf([may("")], GONE)).toEqual([]);
  expect(kindsOf([PATH], OTHER)).toEqual([]);
  for (const after of ["", "// nothing\n", 'it("adds", () => {});\n', "expect(1).toBe(1);\n"])
    expect(kindsOf([may("")], after)).toEqual(["deleted"]);
  expect(kindsOf([may(""), may("", "removed")], "")).toEqual([]);
  expect(kindsOf([may("")], "x\n", null)).toEqual([]);
});

it("lets a fixture that steers the runner change, and not go", () => {
  const of = (mayBe: TestException["mayBe"], after: string | null) =>
    testFindings([{ path: "tests/conftest.py", before: "x = 1\n", after }], {
      ...GLOBS,
      expected: [{ path: "tests/conftest.py", test: "", mayBe }],
    }).map(({ kind }) => kind);
  expect(of("changed", "x = 2\n")).toEqual([]);
  expect(of("changed", null)).toEqual(["configuration", "deleted"]);
  expect(of("removed", null)).toEqual([]);
  expect(of("removed", "x = 2\n")).toEqual(["configuration"]);
});

it("compares the others by their outlines where there are some", () => {
  const outline = (text: string) => ({
    imports: {},
    declared: [],
    mocks: [],
    tests: ["adds", "subtracts"].map((name) => ({
      suites: [],
      name,
      marks: [],
      reach: "always" as const,
      assertions: [{ text: name === "adds" ? text : "expect(1)", reach: "always" as const }],
    })),
  });
  const change = {
    path: PATH,
    before: JS,
    after: JS.replace("toBe(3)", "toBe(4)"),
    outlines: { before: outline("a"), after: outline("b") },
  };
  const texts = (test: string) => testFindings([change], { ...GLOBS, expected: [may(test)] }).map(({ text }) => text);
  expect(texts("adds")).toEqual([]);
  expect(texts("subtracts")).toEqual(['The test "adds" no longer asserts: a']);
});
