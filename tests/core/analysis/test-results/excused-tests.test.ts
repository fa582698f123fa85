/** A plan excuses tests by the names that runners print: which may be gone, and which may fail. */
import { expect, it } from "vitest";
import type { TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { type ExcusedFile, excusedTests, holdsNothingElse, mayFindLess, withRenamed } from "#core/analysis/test-results/excused-tests.ts";
import { compareTests, type TestRun } from "#core/analysis/test-results/test-run.ts";

const TEXT =
  'test("cut", () => {});\ntest("outer", (t) => t.test("inner", () => assert(1)));\ndescribe("s", () => { test("kept", () => {}); });\n';
const file = (excuse: Partial<ExcusedFile["excuse"]>, more: Partial<ExcusedFile> = {}): ExcusedFile => ({
  path: "test/a.test.js",
  text: TEXT,
  excuse: { mayChange: false, mayGo: false, tests: [], ...excuse },
  isGone: false,
  ...more,
});
const may = (test: string, mayBe: TestException["mayBe"] = "changed"): TestException => ({ path: "test/a.test.js", test, mayBe });
const run = (passed: readonly string[], failed: readonly string[] = []): TestRun => ({
  green: failed.length === 0,
  names: { passed: [...passed], failed: [...failed] },
  details: "",
});
const verdict = (files: readonly ExcusedFile[], [base, head]: readonly [TestRun, TestRun], emptied = false) =>
  compareTests(base, head, excusedTests(files, emptied)).verdict;

it("excuses that a test is gone where it may be removed, and not where it may change", () => {
  const runs = [run(["cut", "s > kept"]), run(["s > kept"])] as const;
  expect(verdict([file({ tests: [may("cut", "removed")] })], runs)).toBe("pass");
  expect(verdict([file({ tests: [may("cut")] })], runs)).toBe("fail");
  expect(verdict([file({ tests: [may("cut")] })], [runs[0], { green: true, names: null, details: "" }])).toBe("fail");
  expect(verdict([file({ tests: [may("cut")] })], runs, true)).toBe("pass");
  expect(verdict([file({ tests: [may("cut")] })], [runs[0], { green: false, names: null, details: "" }])).toBe("fail");
  expect(verdict([file({ tests: [may("cut", "removed")] })], [runs[0], run(["cut"])])).toBe("fail");
});

it("excuses the tests within one that may change, and other parameters of it", () => {
  const outer = file({ tests: [may("outer")] });
  expect(verdict([outer], [run(["outer > inner", "cut"]), run(["outer", "cut"])])).toBe("pass");
  const python = file({ tests: [{ ...may("test_a"), path: "test_a.py" }] }, { path: "test_a.py", text: "def test_a(x): pass\n" });
  const base = run(["test_a.py > test_a[1]", "test_a.py > test_a[2]"]);
  expect(verdict([python], [base, run(["test_a.py > test_a[1]", "test_a.py > test_a[3]"])])).toBe("pass");
  expect(verdict([python], [base, run(["test_a.py > test_b[1]"])])).toBe("fail");
});

it("excuses nothing of another file, where names begin with files", () => {
  const one = file({ tests: [may("cut", "removed")] });
  const gone = (name: string) => verdict([one], [run([name, "x"]), run(["x"])]);
  expect([gone("test/a.test.js > cut"), gone("a.test.js > cut"), gone("/work/test/a.test.js > cut")]).toEqual(["pass", "pass", "pass"]);
  expect([gone("test/b.test.js > cut"), gone("aa.test.js > cut")]).toEqual(["fail", "fail"]);
  expect(gone("reads a file.js > cut")).toBe("pass");
});

it("lets only a test fail that could not be found in the base's file", () => {
  const runs = [run(["made", "cut"]), run(["cut"], ["made"])] as const;
  const made = file({ tests: [may("made")] });
  expect(verdict([made], runs, true)).toBe("pass");
  expect(verdict([made], runs)).toBe("fail");
  expect(verdict([made], [run(["made", "cut"]), run([], ["made", "cut"])], true)).toBe("fail");
  expect(verdict([made], [run(["made", "cut"]), run([], ["made"])], true)).toBe("fail");
  expect(verdict([made], [run(["made", "cut"]), { ...run(["made"]), green: false }], true)).toBe("fail");
  expect(verdict([made], [run(["made", "cut"], ["red"]), run(["cut"], ["made", "red"])], true)).toBe("pass");
  expect(verdict([file({ tests: [may("cut")] })], [run(["cut"]), run([], ["cut"])], true)).toBe("fail");
});

it("excuses the tests of a file as a whole where it may change, or may be deleted and is", () => {
  const runs = [run(["cut", "s > kept"]), run(["s > other"])] as const;
  expect(verdict([file({ mayChange: true })], runs)).toBe("pass");
  expect(verdict([file({ mayGo: true })], runs)).toBe("fail");
  expect(verdict([file({ mayGo: true }, { isGone: true })], runs)).toBe("pass");
  expect(verdict([file({ mayChange: true }, { isGone: true })], runs)).toBe("fail");
});

it("says which tests may find less, and where a file holds nothing but excepted ones", () => {
  const files = [file({ tests: [may("cut")] })];
  expect(["cut", "outer", "s > kept"].map((name) => mayFindLess(files, name))).toEqual([true, false, false]);
  expect(holdsNothingElse(file({ tests: [may("cut"), may("outer")] }))).toBe(false);
  const all = [may("cut"), may("outer"), may("s > kept")];
  expect(holdsNothingElse(file({ tests: all }))).toBe(true);
  expect(holdsNothingElse(file({ tests: all }, { text: `${TEXT}assert(0);\n` }))).toBe(false);
});

it("takes a test for gone no longer where it passes under its new name", () => {
  const renamed = withRenamed(excusedTests([], false), [{ was: "s > adds", is: "s > adds one" }]);
  const after = (head: TestRun) => compareTests(run(["s > adds", "b"]), head, renamed).verdict;
  expect(after(run(["s > adds one", "b"]))).toBe("pass");
  expect(after(run(["b", "c"]))).toBe("fail");
  expect(after({ green: false, names: null, details: "" })).toBe("fail");
});
