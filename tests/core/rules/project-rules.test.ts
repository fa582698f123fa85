import { expect, it } from "vitest";
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { Hydration, planFrom } from "#core/planning/hydration.ts";
import { planObstaclesOf } from "#core/planning/plan-obstacles.ts";
import { CheckDraft } from "#core/rules/check-draft.ts";
import { type ProjectRule, withProjectRules } from "#core/rules/project-rules.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const LINT = { id: "a.correctness.lint", description: "Lint is clean", severity: "warn", check: { kind: "command", run: "npm run lint" } };
const STYLE = { id: "b.style.voice", description: "Plain words", severity: "info", check: { kind: "content", question: "Is it plain?" } };

const DRAFT = Hydration.parse({
  questions: [],
  workflow: "tdd",
  objective: j.PLAN.objective,
  rules: [
    { id: "a.correctness.logic", description: "Works", severity: "fail", check: { kind: "command", text: "node a.js", prints: null } },
    {
      id: "a.correctness.lint",
      description: "The hydrator's own",
      severity: "fail",
      check: { kind: "content", text: "Tidy?", prints: null },
    },
  ],
  atoms: [anAtom("A1", { description: "Mend split" })],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
});
const DETECTED = { setup: [], checks: { test: null, build: null, lint: null, types: null, format: null }, reasons: [] };

const ruled = (draft: Hydration, rules: readonly ProjectRule[]): Hydration => ({ ...draft, rules: withProjectRules(draft.rules, rules) });

it("puts the repository's rules into every plan, before the hydrator's of the same id [S1.11, S1.10]", () => {
  const { rules } = Config.parse({ rules: [LINT, STYLE] });
  const plan = planFrom(j.runOf(), ruled(DRAFT, rules), DETECTED, { paths: [], memories: [] });
  expect(plan.rules.map(({ id, description, severity, weight, level }) => [id, description, severity, weight, level])).toEqual([
    ["a.correctness.logic", "Works", "fail", 2, "A"],
    ["a.correctness.lint", "Lint is clean", "warn", 1, "A"],
    ["b.style.voice", "Plain words", "info", 0, "B"],
    ["a.integrity.tests", expect.any(String), "fail", 0, "A"],
    ["a.integrity.debug-markers", expect.any(String), "fail", 0, "A"],
  ]);
  expect(plan.rules[1]?.check).toEqual({ kind: "command", run: "npm run lint", prints: null });
  expect(plan.rules[2]?.check).toEqual({ kind: "content", question: "Is it plain?" });
  expect(ruled(DRAFT, [])).toEqual(DRAFT);
});

it("never beats what guards the tests, and counts as a rule that can be executed [S1.11]", () => {
  const { rules } = Config.parse({
    rules: [
      { ...LINT, id: "a.integrity.tests" },
      { ...LINT, severity: "fail" },
    ],
  });
  const draft = ruled({ ...DRAFT, rules: [] }, rules);
  const guards = planFrom(j.runOf(), draft, DETECTED, { paths: [], memories: [] }).rules.filter(({ id }) => id === "a.integrity.tests");
  expect(guards.map(({ check }) => check.kind)).toEqual(["test_integrity"]);
  expect(planObstaclesOf(draft, DETECTED, { tests: [], paths: [] })).toEqual([]);
  expect(planObstaclesOf({ ...DRAFT, rules: [] }, DETECTED, { tests: [], paths: [] })).toHaveLength(1);
});

it("holds all rules of the largest batch: the hydrator's, the repository's, one for each item, and the guards [S0.24, S1.11]", () => {
  const check = CheckDraft.parse({ kind: "command", text: "true" });
  const many = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...LINT, severity: "warn" as const, id: `a.${from}.r${index}`, check }));
  const { rules } = Config.parse({ rules: many("own", 15).map((rule) => ({ ...rule, check: LINT.check })) });
  const items = Array.from({ length: 15 }, (_, index) => ({ name: `docs/${index}.md`, check }));
  const draft = Hydration.parse({ ...DRAFT, workflow: "batch", items, rules: many("drafted", 20) });
  const plan = planFrom(
    j.runOf(),
    ruled(draft, rules),
    { ...DETECTED, checks: { ...DETECTED.checks, test: "npm test" } },
    { paths: [], memories: [] },
  );
  expect(plan.rules).toHaveLength(20 + 15 + 15 + 1 + 5);
});

it.each([
  { rules: [{ ...LINT, check: { kind: "test_integrity" } }], problem: "rules[0].check.kind" },
  { rules: [{ ...LINT, id: "lint" }], problem: "must look like a.correctness.logic" },
  { rules: [{ ...LINT, wieght: 3 }], problem: 'Unrecognized key: "wieght"' },
  { rules: [LINT, LINT], problem: "two rules have the same id" },
  { rules: Array.from({ length: 16 }, (_, index) => ({ ...LINT, id: `a.many.r${index}` })), problem: "Too big" },
])("refuses rules that cannot be: $problem [S1.11]", ({ rules, problem }) => {
  const read = Config.safeParse({ rules });
  expect(read.success ? "" : z.prettifyError(read.error)).toContain(problem);
});
