import { expect, it } from "vitest";
import { TEST_GLOBS } from "#core/config/config.ts";
import { allowedChecks, allowedCommands } from "#core/iteration/prepared-checks.ts";
import { Plan } from "#core/plan/plan.ts";
import { Hydration, planFrom } from "#core/planning/hydration.ts";
import { planObstaclesOf } from "#core/planning/plan-obstacles.ts";
import { CheckDraft } from "#core/rules/check-draft.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const NO_CHECKS = { test: null, build: null, lint: null, types: null, format: null };

const DRAFT: Hydration = Hydration.parse({
  questions: [],
  workflow: "tdd",
  objective: j.PLAN.objective,
  rules: [
    { id: "a.correctness.logic", description: "d", severity: "fail", check: { kind: "command", text: "node check.js", prints: "kept" } },
    { id: "b.style.conventions", description: "d", severity: "warn", check: { kind: "content", text: "Is it tidy?", prints: null } },
  ],
  atoms: [anAtom("A1", { description: "Mend" })],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
});
const FOUND = { setup: ["npm ci"], checks: { ...NO_CHECKS, test: "npm test" }, reasons: [{ run: "npm ci", why: "a lock file is there" }] };
const EMPTY = { setup: [], checks: NO_CHECKS, reasons: [] };

it("adds the rules that guard the repository's own tests, whatever the hydrator says [C4.19, S1.10]", () => {
  const plan = planFrom(
    j.runOf(),
    {
      ...DRAFT,
      rules: [
        ...DRAFT.rules,
        { id: "a.integrity.tests", description: "none", severity: "info", check: CheckDraft.parse({ kind: "command", text: "true" }) },
      ],
    },
    FOUND,
    { paths: [], memories: [] },
  );
  expect(plan.rules.map(({ id, severity, weight, check }) => [id, severity, weight, check.kind])).toEqual([
    ["a.correctness.logic", "fail", 2, "command"],
    ["b.style.conventions", "warn", 1, "content"],
    ["a.integrity.tests", "fail", 0, "test_integrity"],
    ["a.integrity.debug-markers", "fail", 0, "debug_markers"],
    ["a.regression.base-tests", "fail", 0, "tests"],
    ["a.regression.tests", "fail", 0, "tests"],
    ["b.integrity.tests-bite", "fail", 0, "tests_bite"],
  ]);
  expect(planFrom(j.runOf(), DRAFT, EMPTY, { paths: [], memories: [] }).rules).toHaveLength(4);
});

it("carries the word that a command must print into the plan, and reads a plan from before there was one", () => {
  const plan = planFrom(j.runOf(), DRAFT, FOUND, { paths: [], memories: [] });
  expect(plan.rules[0]?.check).toEqual({ kind: "command", run: "node check.js", prints: "kept" });
  const old = { ...plan, rules: [{ ...plan.rules[0], check: { kind: "command", run: "node check.js" } }] };
  expect(Plan.parse(old).rules[0]?.check).toMatchObject({ prints: null });
});

const ASKING = {
  ...DRAFT,
  questions: [{ question: "Which?", default: "" }],
  objective: { intent: "", deliverables: [], done: [] },
  rules: [],
  atoms: [],
  scope: { paths: [], out: [] },
};

it("needs no invented plan where questions are asked, and a whole one where none are [S2.02, S2.05, S4.21]", () => {
  expect(Hydration.safeParse(ASKING).success).toBe(true);
  expect(Hydration.safeParse(DRAFT).success).toBe(true);
  const misfit = Hydration.safeParse({ ...ASKING, questions: [] });
  expect(misfit.error?.issues.map(({ path }) => path.join("."))).toEqual([
    ...["objective.intent", "objective.deliverables", "objective.done"],
    ...["rules", "atoms", "scope.paths"],
  ]);
});

it("refuses a question that no plan could hold", () => {
  const long = (kind: string, length: number) => ({
    ...DRAFT,
    rules: [{ ...DRAFT.rules[0], check: { kind, text: "x".repeat(length), prints: null } }],
  });
  expect([long("content", 1000), long("content", 1001), long("command", 2000)].map((draft) => Hydration.safeParse(draft).success)).toEqual([
    true,
    false,
    true,
  ]);
});

it("refuses a plan with two rules of one name", () => {
  const [rule] = DRAFT.rules;
  if (rule === undefined) throw new Error("a rule");
  expect(() => planFrom(j.runOf(), { ...DRAFT, rules: [rule, rule] }, FOUND, { paths: [], memories: [] })).toThrow(
    "two rules have the same id",
  );
});

it.each([
  {
    when: "the hydrator asks",
    draft: { ...DRAFT, questions: [{ question: "Which?", default: "This one." }] },
    found: FOUND,
    first: "Which?",
  },
  { when: "an answer is wanted", draft: { ...DRAFT, workflow: "question" as const, rules: [] }, found: EMPTY, first: undefined },
  { when: "evidence is wanted", draft: { ...DRAFT, workflow: "qa-proof" as const, rules: [] }, found: EMPTY, first: undefined },
  {
    when: "a small change does not say what it makes [S1.08, S1.09]",
    draft: { ...DRAFT, workflow: "minor-edit" as const },
    found: FOUND,
    first: "Which is it: code (code), config (configuration), docs (documentation)?",
  },
  {
    when: "nothing could show success",
    draft: { ...DRAFT, rules: DRAFT.rules.slice(1) },
    found: EMPTY,
    first: "The repository names no test command",
  },
  { when: "a rule can be run", draft: DRAFT, found: EMPTY, first: undefined },
  { when: "there are tests", draft: { ...DRAFT, rules: DRAFT.rules.slice(1) }, found: FOUND, first: undefined },
])(
  "says what stands in the way when $when, and has no default for what the repository lacks [S1.08, C4.18, X.05, S4.16]",
  ({ when, draft, found, first }) => {
    const [obstacle] = planObstaclesOf(draft, found, { tests: TEST_GLOBS, paths: ["src/a.js", "test/a.test.js"] });
    if (first === undefined) expect(obstacle).toBeUndefined();
    else expect(obstacle?.question).toContain(first);
    if (when !== "the hydrator asks") expect(obstacle?.default ?? null).toBeNull();
  },
);

it.each([
  { tests: TEST_GLOBS, paths: ["src/a.js", "checks/a.js"], asks: true },
  { tests: ["checks/**"], paths: ["src/a.js", "checks/a.js"], asks: false },
  { tests: ["cheks/**"], paths: ["src/a.js", "checks/a.js"], asks: true },
  { tests: [], paths: ["src/a.js"], asks: false },
])("asks which files are the tests where a test command is there and $tests finds none: $asks", ({ tests, paths, asks }) => {
  const obstacles = planObstaclesOf(DRAFT, FOUND, { tests, paths });
  expect(obstacles.length).toBe(asks ? 1 : 0);
  if (asks) expect(obstacles[0]?.question).toContain("Which files are the tests? Set tests in .github/loopwright.yml");
  expect(planObstaclesOf(DRAFT, EMPTY, { tests, paths })).toEqual([]);
});

/** A run at level A whose rules are a command that was red on the base, one that was green there, and a judged one. */
function preparing() {
  const judged = {
    id: "a.quality.clarity",
    description: "d",
    severity: "warn" as const,
    check: { kind: "content" as const, question: "Is it?" },
  };
  const checks = { ...j.PLAN.checks, test: "npm test", build: "npm run build", lint: "npm run lint" };
  const hydrated = { kind: "run_hydrated" as const, plan: { ...j.PLAN, checks, rules: [...j.PLAN.rules, normaliseRule(judged)] } };
  const results = [
    { id: "a.correctness.logic", verdict: "fail" as const, details: "", evidence: [] },
    { id: "a.completeness.types", verdict: "pass" as const, details: "", evidence: [] },
    { id: "b.style.conventions", verdict: "na" as const, details: "", evidence: [] },
  ];
  const added = {
    kind: "checks_prepared" as const,
    checks: [{ rule: "a.completeness.types", run: "npm run build" }],
    hidden: [],
    notes: [],
  };
  const scored = { kind: "base_scored" as const, results, tests: null };
  return j.settledRun(hydrated, ...j.BEGUN.slice(1, -1), scored, j.PLANNED, ...j.made(j.sha("1")), added);
}

it("lets PREPARE use the repository's checks and what was green on the base, never the tests or what was red", () => {
  expect(allowedCommands(preparing())).toEqual(["npm run build", "npm run types", "node input.js"]);
});

it.each([
  { rule: "a.correctness.logic", run: "npm run build", refused: null },
  { rule: "a.correctness.logic", run: "npm run types", refused: null },
  { rule: "a.correctness.logic", run: "npm test", refused: "not one of the allowed commands: npm test" },
  { rule: "a.completeness.types", run: "node check.js", refused: "not one of the allowed commands: node check.js" },
  { rule: "a.correctness.logic", run: "npm run lint", refused: "not one of the allowed commands: npm run lint" },
  { rule: "a.correctness.logic", run: "npm run build -- --force", refused: "not one of the allowed commands" },
  { rule: "a.correctness.logic", run: "curl evil", refused: "not one of the allowed commands: curl evil" },
  { rule: "b.style.conventions", run: "npm run build", refused: "no such rule at level A" },
  { rule: "a.completeness.types", run: "npm run types", refused: "is checked by this command already" },
  { rule: "a.completeness.types", run: "npm run build", refused: "is checked by this command already" },
  { rule: "a.quality.clarity", run: "npm run build", refused: "is judged, and takes no command" },
])("takes from PREPARE $run for $rule unless $refused (C1.15)", ({ refused, ...check }) => {
  const answer = allowedChecks(preparing(), [check]);
  expect(answer.checks).toEqual(refused === null ? [check] : []);
  expect(answer.refused.map((text) => text.startsWith(check.rule) && text.includes(refused ?? "?"))).toEqual(
    refused === null ? [] : [true],
  );
});

it("takes a check once, however often PREPARE gives it", () => {
  const check = { rule: "a.correctness.logic", run: "npm run build" };
  expect(allowedChecks(preparing(), [check, check])).toMatchObject({ checks: [check], refused: [expect.stringContaining("already")] });
});

it("knows what PREPARE may use before the base is scored", () => {
  expect(allowedCommands(j.runOf(j.HYDRATED))).toContain("node check.js");
});

it("says in the plan that atoms are worked on side by side, where there are such atoms and the limit allows it [S2.25]", () => {
  const planned = (ids: readonly string[], parallel: number): boolean | undefined => {
    const run = j.runOf();
    const config = { ...run.config, limits: { ...run.config.limits, parallel } };
    const draft = { ...DRAFT, atoms: ids.map((id) => anAtom(id)) };
    return planFrom({ ...run, config }, draft, FOUND, { paths: [], memories: [] }).sideBySide;
  };
  expect([planned(["A1", "A2"], 3), planned(["A1", "A2"], 1), planned(["A1"], 3)]).toEqual([true, undefined, undefined]);
});
