/** A plan excepts tests by name: what is excused is exactly that, and every other test of the file still runs and passes. */
import { expect, it } from "vitest";
import type { ExpectedTestChange, TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { checkIntegrity } from "#loop/checks/check-integrity.ts";
import { checkBaseTests } from "#loop/checks/on-tree/base-tests.ts";
import { changedTextsOf } from "#loop/checks/on-tree/changed-texts.ts";
import { checkTests, runTests } from "#loop/checks/on-tree/run-tests.ts";
import { bites, type Files, JS, lostIn, type Project, SPLIT, SPLIT_TEST, workOn } from "./bite-work.ts";

const PATH = "test/split.test.js";
const may = (test: string, mayBe: TestException["mayBe"] = "changed", path = PATH): TestException => ({ path, test, mayBe });

/** What each of the three rules that look at tests says of a work. */
async function judged(project: Project, changes: Files, expectedTestChanges: ExpectedTestChange[]) {
  const { subject, run } = await workOn(project, changes, { expectedTestChanges, scope: { paths: ["src/**"], out: [] } });
  const baseTests = await runTests({ ...subject, tree: subject.plan.base.tree }, run);
  const held = { ...subject, baseTests };
  const findings = await checkIntegrity(held, await changedTextsOf(held));
  const [base, branch] = [await checkBaseTests(held, { run }), await checkTests(held, { run })];
  return [base.verdict, branch.verdict, findings.length === 0 ? "intact" : findings.join("\n")];
}

const GOOD = ["pass", "pass", "intact"];

/** Splits at semicolons now: the work that the plan asks for. */
const SEMICOLON = {
  "src/split.js": SPLIT.replace('split(",")', 'split(";")'),
  [PATH]: SPLIT_TEST.replace('split("a,b"), ["a", "b"]', 'split("a;b"), ["a", "b"]').replace('count("a,b")', 'count("a;b")'),
};
const BOTH = [may("splits"), may("counts")];

it.each<{ what: string; project?: Project; changes: Files; plan: ExpectedTestChange[] }>([
  { what: "changes the tests that are named", changes: SEMICOLON, plan: BOTH },
  {
    what: "removes a test that may be removed",
    changes: { [PATH]: SPLIT_TEST.replace(/test\("counts".*\n/, "") },
    plan: [may("counts", "removed")],
  },
  { what: "deletes a file that may be deleted", changes: { "test/join.test.js": null }, plan: [may("", "removed", "test/join.test.js")] },
  { what: "changes a file that may change as a whole", changes: SEMICOLON, plan: [may("")] },
  {
    what: "gives what is tested another name",
    changes: {
      "src/split.js": SPLIT.replaceAll("split = ", "parts = ").replace("split(line).length", "parts(line).length"),
      [PATH]: SPLIT_TEST.replace("{ count, split }", "{ count, parts }").replaceAll(
        "=> assert.deepEqual(split(",
        "=> assert.deepEqual(parts(",
      ),
    },
    plan: [may("splits"), may("splits nothing")],
  },
  {
    what: "changes a helper together with all tests of a file",
    project: {
      ...JS,
      files: {
        ...JS.files,
        "test/join.test.js":
          'import test from "node:test";\nimport { join } from "../src/join.js";\nif (join([]) !== "") throw new Error();\ntest("joins", () => {});\n',
      },
    },
    changes: {
      "src/join.js": 'export const glue = (fields) => fields.join(",");\n',
      "test/join.test.js":
        'import test from "node:test";\nimport { glue } from "../src/join.js";\nif (glue([]) !== "") throw new Error();\ntest("joins", () => {});\n',
    },
    plan: [may("joins", "changed", "test/join.test.js")],
  },
])("passes a work that $what", async ({ project = JS, changes, plan }) => {
  expect(await judged(project, changes, plan)).toEqual(GOOD);
});

it.each<{ what: string; changes: Files; plan: ExpectedTestChange[]; base: string; says: string }>([
  { what: "breaks another test of the file", changes: SEMICOLON, plan: [may("splits")], base: "fail", says: "no longer asserts" },
  { what: "deletes the file", changes: { [PATH]: null }, plan: BOTH, base: "pass", says: "was deleted" },
  {
    what: "deletes it, where every test may go",
    changes: { [PATH]: null },
    plan: [may("splits", "removed"), may("splits nothing", "removed"), may("counts", "removed")],
    base: "pass",
    says: "was deleted",
  },
  { what: "deletes a file that may change as a whole", changes: { [PATH]: null }, plan: [may("")], base: "pass", says: "was deleted" },
  { what: "deletes a file that an older plan names", changes: { [PATH]: null }, plan: ["test/split.*"], base: "pass", says: "was deleted" },
  { what: "empties it", changes: { [PATH]: "" }, plan: [may("")], base: "pass", says: "was emptied" },
  {
    what: "hides broken code behind a test that may change",
    changes: {
      "src/split.js": SPLIT.replace("return []", 'return ["x"]'),
      [PATH]: SPLIT_TEST.replace('test("splits", () =>', 'test("splits", () => (assert.deepEqual = () => {}) &&'),
    },
    plan: [may("splits")],
    base: "fail",
    says: "intact",
  },
  {
    what: "skips a test that may change",
    changes: { [PATH]: SPLIT_TEST.replace('test("splits"', 'test.skip("splits"') },
    plan: [may("splits")],
    base: "pass",
    says: "skip",
  },
])("refuses a work that $what", async ({ changes, plan, base, says }) => {
  const [onBase, onBranch, findings] = await judged(JS, changes, plan);
  expect([onBase, findings]).toEqual([base, expect.stringContaining(says)]);
  expect([onBase, onBranch, findings === "intact" ? "pass" : "fail"]).toContain("fail");
});

const PYTHON = {
  files: {
    "src/sign.py": 'def sign(n):\n    return "minus" if n < 0 else "plus"\n',
    "test_sign.py":
      "import sys, unittest\nsys.path.insert(0, 'src')\nfrom sign import sign\nclass T(unittest.TestCase):\n    def test_minus(self):\n        self.assertEqual(sign(-1), 'minus')\n    def test_plus(self):\n        self.assertEqual(sign(1), 'plus')\n",
  },
  run: "python3 -m unittest -v test_sign",
};

it("does so in Python", async () => {
  const test = PYTHON.files["test_sign.py"];
  const changes = {
    "src/sign.py": 'def sign(n):\n    return "-" if n < 0 else "plus"\n',
    "test_sign.py": test.replace("-1), 'minus'", "-1), '-'"),
  };
  const plan = [may("T > test_minus", "changed", "test_sign.py")];
  expect(await judged(PYTHON, changes, plan)).toEqual(GOOD);
  const broken = {
    ...changes,
    "src/sign.py": 'def sign(n):\n    return "-"\n',
    "test_sign.py": changes["test_sign.py"].replace("sign(1), 'plus'", "sign(1), sign(1)"),
  };
  expect(await judged(PYTHON, broken, plan)).toEqual(["fail", "pass", expect.stringContaining("No longer there")]);
});

it("asks the tests that are not named whether they still find faults", async () => {
  const one = SPLIT_TEST.replace('assert.equal(count("a,b"), 2)', 'assert.ok(true, count("a,b"))');
  const other = one.replace('assert.deepEqual(split("a,b"), ["a", "b"])', 'assert.ok(split("a,b"))');
  expect(lostIn(await bites(JS, { [PATH]: other }, { expectedTestChanges: [may("splits")] }))).not.toEqual([]);
});
