/** Which changes are looked at, which patches are made of them, and how a backtest is summed up. */
import { expect, it } from "vitest";
import { backtestPlan } from "#core/backtest/backtest-plan.ts";
import { candidateOf, fileEndingOf } from "#core/backtest/candidate.ts";
import { exceptionsFor } from "#core/backtest/excused-tests-of.ts";
import type { FixResult, PatchVerdict } from "#core/backtest/fix-result.ts";
import { setupKeyOf } from "#core/backtest/setup-key.ts";
import { summaryOf } from "#core/backtest/summary.ts";
import { mayBeHarmless, neighbourOf, VARIANTS, variantTrees } from "#core/backtest/variants.ts";
import { Config, TEST_GLOBS } from "#core/config/config.ts";
import { globMatcher } from "#core/values/glob.ts";

const CHANGE = { commit: "c".repeat(40), parent: "p".repeat(40), subject: "fix: a thing" };
const candidate = (...paths: readonly string[]) =>
  candidateOf(
    CHANGE,
    paths.map((path) => ({ path, kind: "modified" })),
    TEST_GLOBS,
  );

it("looks at changes of source and tests together", () => {
  expect(candidate("README.md", "src/a.js", "test/a.test.js")).toEqual({
    ...CHANGE,
    sources: ["src/a.js"],
    tests: ["test/a.test.js"],
    paths: ["README.md", "src/a.js", "test/a.test.js"],
  });
});

it.each([
  ["source alone", ["src/a.js"]],
  ["tests alone", ["test/a.test.js"]],
  ["tests and prose", ["CHANGES.RST", "LICENSE", ".gitignore", "package-lock.lock", "test/a.test.js"]],
  ["tests and what GitHub runs", [".github/workflows/ci.yml", "test/a.test.js"]],
  ["more paths than a plan names", ["test/a.test.js", ...Array.from({ length: 30 }, (_, index) => `src/${index}.js`)]],
])("passes by a change of %s", (_, paths) => {
  expect(candidate(...paths)).toBeNull();
});

it.each([
  ["src/a.test.JS", "js"],
  ["a/b.c/Makefile", ""],
  [".env", ""],
  ["noending", ""],
])("reads the ending of %s", (path, ending) => {
  expect(fileEndingOf(path)).toBe(ending);
});

const TREES = { parent: "P", red: "R", fix: "F" };

it("makes every wrong patch that can be made", () => {
  const made = variantTrees(TREES, { testFiles: ["t.js"], half: [{ path: "a.js", text: "half" }], neighbour: "b.js" });
  expect(made.map(({ variant, tree, edits }) => [variant, tree, edits.map(({ path, text }) => [path, text?.slice(0, 4)])])).toEqual([
    ["nothing", "P", []],
    ["tests", "R", []],
    ["deleted", "R", [["t.js", undefined]]],
    ["emptied", "R", [["t.js", ""]]],
    ["half", "R", [["a.js", "half"]]],
    ["broken", "F", [["b.js", "}}} "]]],
  ]);
  expect(["fix", ...made.map(({ variant }) => variant)]).toEqual([...VARIANTS]);
  expect(variantTrees(TREES, { testFiles: [], half: null, neighbour: null })).toHaveLength(4);
  expect(VARIANTS.filter(mayBeHarmless)).toEqual(["half", "broken"]);
});

it("breaks the nearest other source in a language of the fix", () => {
  const isTest = globMatcher(TEST_GLOBS);
  const touched = { sources: ["src/a/one.js"], tests: ["test/one.test.js"], paths: ["src/a/one.js", "test/one.test.js", "src/a/x.js"] };
  const paths = ["README.md", "lib/far.js", "src/a/one.js", "src/a/x.js", "src/a/style.css", "src/near.js", "test/other.test.js"];
  expect(neighbourOf(touched, paths, isTest)).toBe("src/near.js");
  expect(neighbourOf(touched, ["src/a/one.js", "README.md"], isTest)).toBeNull();
});

const blobs = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files));

it("shares a setup between trees that lock the same dependencies", () => {
  const locked = { "package-lock.json": "1", "package.json": "2", "a.js": "3" };
  const key = setupKeyOf(blobs(locked));
  expect(setupKeyOf(blobs({ ...locked, "package.json": "other", "a.js": "other" }))).toBe(key);
  expect(setupKeyOf(blobs({ ...locked, "package-lock.json": "other" }))).not.toBe(key);
  const loose = {
    "package.json": "2",
    "requirements/dev.txt": "4",
    "requirements.in": "5",
    "docs/notes.txt": "6",
    "sub/pyproject.toml": "7",
  };
  const by = setupKeyOf(blobs(loose));
  expect(setupKeyOf(blobs({ ...loose, "requirements.in": "other", "docs/notes.txt": "other" }))).toBe(by);
  for (const path of ["package.json", "requirements/dev.txt", "sub/pyproject.toml"])
    expect(setupKeyOf(blobs({ ...loose, [path]: "other" }))).not.toBe(by);
});

const COMMANDS = { setup: ["npm ci"], checks: { test: "npm test", build: null, lint: null, types: null, format: null }, reasons: [] };
const FIX = { ...CHANGE, sources: ["src/a.js"], tests: ["test/a.test.js"], paths: ["src/a.js", "test/a.test.js"] };

it("plans a fix by its own tests, within what it touches and a bounded time", () => {
  const plan = backtestPlan({ candidate: FIX, tree: "R", commands: COMMANDS, red: ["b"], suppressions: 0 }, Config.parse({}));
  expect(plan).toMatchObject({
    base: { commit: CHANGE.parent, tree: "R" },
    workflow: "tdd",
    scope: { paths: FIX.paths },
    limits: { checkMs: 120_000, bite: 3, biteMinutes: 1 },
    setup: ["npm ci"],
    expectedTestChanges: [],
  });
  expect(plan.rules[0]).toMatchObject({
    level: "A",
    severity: "fail",
    check: { kind: "tests", run: "npm test", files: "base", passing: ["b"] },
  });
  expect(plan.rules.map(({ id }) => id)).toContain("b.integrity.tests-bite");
});

it.each([
  [0, 3, 3],
  [6, 3, 6],
  [6, 9, 9],
  [500, 3, 100],
])("lets a fix switch %i checks off where the configuration lets %i", (suppressions, allowed, most) => {
  const config = Config.parse({ limits: { suppressions: allowed } });
  const plan = backtestPlan({ candidate: FIX, tree: "R", commands: COMMANDS, red: ["b"], suppressions }, config);
  expect(plan.limits.suppressions).toBe(most);
});

it("plans without the rule on its tests where none is known, and keeps limits that are tighter", () => {
  const none = { ...COMMANDS, checks: { ...COMMANDS.checks, test: null } };
  const config = Config.parse({ limits: { checkMs: 1000, bite: 0 } });
  const first = (commands: typeof COMMANDS | typeof none, red: readonly string[]) =>
    backtestPlan({ candidate: { ...FIX, subject: " " }, tree: "R", commands, red, suppressions: 0 }, config).rules[0]?.id;
  expect(first(none, ["b"])).toBe("a.integrity.tests");
  expect(first(COMMANDS, [])).toBe("a.integrity.tests");
  const plan = backtestPlan({ candidate: { ...FIX, subject: " " }, tree: "R", commands: COMMANDS, red: [], suppressions: 0 }, config);
  expect(plan.limits).toMatchObject({ checkMs: 1000, bite: 0 });
  expect(plan.issue.title).toBe(CHANGE.commit);
});

const ACCEPTED: PatchVerdict = { kind: "accepted" };
const REFUSED: PatchVerdict = { kind: "refused", reasons: ["a.x.y: red"] };
const judged = (changed: Partial<Extract<FixResult, { kind: "judged" }>["variants"]>, ms = 1): FixResult => ({
  kind: "judged",
  red: 1,
  excused: [],
  ms,
  variants: {
    fix: ACCEPTED,
    nothing: REFUSED,
    tests: REFUSED,
    deleted: REFUSED,
    emptied: REFUSED,
    half: { kind: "harmless" },
    broken: { kind: "impossible" },
    ...changed,
  },
});
const rowsOf = (...results: readonly FixResult[]) => results.map((result) => ({ ...CHANGE, result }));

it("sums up, and trusts a gate that is right everywhere", () => {
  const slow: FixResult = { kind: "undecided", why: "slow", details: "", ms: 9 };
  expect(
    summaryOf(rowsOf(judged({}, 5), judged({}, 1), judged({}, 3), slow, slow, { ...slow, why: "setup" }, { kind: "no_fix", ms: 1 })),
  ).toEqual({
    fixes: 6,
    decided: 3,
    trueAccepted: 3,
    excused: 0,
    wrong: 12,
    wrongAccepted: 0,
    harmless: 3,
    notFixes: 1,
    medianMs: 3,
    undecided: [
      { why: "slow", count: 2 },
      { why: "setup", count: 1 },
    ],
    trusted: true,
  });
});

const EXCUSED = [{ path: "test/a.test.js", test: "a", mayBe: "changed" }] as const;

it("counts true fixes for which a plan must name tests, where they are accepted", () => {
  const named = { ...judged({}), excused: [...EXCUSED] };
  expect(summaryOf(rowsOf(judged({}), named))).toMatchObject({ trueAccepted: 2, excused: 1, trusted: true });
});

const TEXTS = [
  { path: "test/many.test.js", text: Array.from({ length: 51 }, (_, index) => `test("t${index}", () => {});\n`).join("") },
  { path: "test/a.test.js", text: 'test("a", () => {});\ndescribe("b", () => { test("c", () => {}); });\n' },
  { path: "a_test.go", text: "package a\n\nfunc TestA(t *testing.T) {\n}\n" },
];

it.each([
  ["no test", [], []],
  ["a test", ["a"], EXCUSED],
  ["a test within another", ["b > c", "a"], [{ ...EXCUSED[0], test: "b > c" }, ...EXCUSED]],
  ["a test and one within it", ["m/a > TestA", "m/a > TestA/one"], [{ ...EXCUSED[0], path: "a_test.go", test: "TestA" }]],
  ["a test that no file has", ["a", "d"], []],
  ["no test where there are more than a plan may name", Array.from({ length: 51 }, (_, index) => `t${index}`), []],
])("excuses %s by name", (_, names, exceptions) => {
  expect(exceptionsFor(names, TEXTS)).toEqual(exceptions);
});

it.each([
  ["that accepts a wrong patch", [judged({}), judged({ emptied: ACCEPTED })]],
  ["that refuses a true fix", [judged({}), judged({ fix: REFUSED })]],
  ["of which nothing is known", []],
])("does not trust a gate %s", (_, results) => {
  expect(summaryOf(rowsOf(...results)).trusted).toBe(false);
});
