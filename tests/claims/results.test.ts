/** Reports of runs decide the claims whose tests ran in them, and no others; a report of another state of the house is refused. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Claim } from "./claim.ts";
import { objectionTo } from "./judge.ts";
import { resultsOf, undecided } from "./results.ts";

const CLAIM: Claim = { id: "FS-01", test: "tests/a.test.ts", fault: "f" };
const WRITTEN = Date.parse("2026-01-01T10:00:00Z");

let root: string;
let folder: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-results-")));
  folder = join(root, "../", `${root.split("/").at(-1)}-reports`);
  mkdirSync(folder);
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  writeFileSync(join(root, "a.ts"), "");
  utimesSync(join(root, "a.ts"), WRITTEN / 1000, WRITTEN / 1000);
});

afterEach(() => {
  for (const made of [root, folder]) rmSync(made, { recursive: true });
});

function report(name: string, startTime: number, tests: Readonly<Record<string, string>>): void {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }));
  const testResults = [{ name: join(root, CLAIM.test), status: "passed", assertionResults }];
  writeFileSync(join(folder, name), JSON.stringify({ startTime, testResults }));
}

it.each([
  { when: "its test passed", tests: { "is so [FS-01]": "passed", "is more": "skipped" }, left: [], objection: null },
  { when: "its test failed", tests: { "is so [FS-01]": "failed" }, left: [], objection: '"is so [FS-01]" failed' },
  { when: "its test was skipped", tests: { "is so [FS-01]": "skipped" }, left: [CLAIM] },
  { when: "one of its tests was skipped", tests: { "[FS-01] a": "passed", "[FS-01] b": "pending" }, left: [CLAIM] },
  { when: "no test names it", tests: { "is so [FS-011]": "passed" }, left: [CLAIM] },
])("decides a claim or leaves it to a run, when $when", ({ tests, left, objection }) => {
  report("tests.json", WRITTEN + 1, tests);
  const outcomes = resultsOf(root, folder);
  expect(undecided([CLAIM], outcomes)).toEqual(left);
  if (objection !== undefined) expect(objectionTo(CLAIM, outcomes)).toBe(objection);
});

it("reads all reports of the folder: one that failed counts beside one that passed", () => {
  report("tests.json", WRITTEN + 1, { "is so [FS-01]": "passed" });
  report("proofs.json", WRITTEN + 2, { "is so [FS-01]": "failed" });
  expect(objectionTo(CLAIM, resultsOf(root, folder))).toBe('"is so [FS-01]" failed');
});

it("refuses a report that began before a file was changed, a folder without one, and what is no report", () => {
  expect(() => resultsOf(root, folder)).toThrow("holds no report; run the tests with LOOPWRIGHT_RESULTS=");
  report("tests.json", WRITTEN - 1, { "is so [FS-01]": "passed" });
  expect(() => resultsOf(root, folder)).toThrow("a.ts changed after ");
  writeFileSync(join(folder, "tests.json"), "{}");
  expect(() => resultsOf(root, folder)).toThrow("startTime");
});
