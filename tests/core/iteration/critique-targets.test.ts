import { expect, it } from "vitest";
import { idleSteps } from "#core/events/data/iteration.ts";
import { canDebug, critiqueTargetsOf } from "#core/iteration/critique-targets.ts";
import { activeRules, normaliseRule } from "#core/rules/rule.ts";
import { anEvaluation, aPlan, aRun } from "../../builders/run.ts";

const rule = (id: string, severity: "fail" | "warn" | "info", weight?: number) =>
  normaliseRule({ id, description: id, severity, weight, check: { kind: "test_integrity" } });

const plan = aPlan({
  rules: [
    rule("a.c.info", "info"),
    rule("a.c.warn-light", "warn"),
    rule("a.c.fail-b", "fail"),
    rule("a.c.fail-a", "fail"),
    rule("a.c.warn-heavy", "warn", 9),
    rule("a.c.fail-heavy", "fail", 5),
    rule("a.c.fail-c", "fail"),
    rule("a.c.green", "fail"),
  ],
});

it("puts fail rules before warnings, heavier before lighter, then by id, and takes five [S1.26, S1.61, C1.13, C1.14]", () => {
  const verdicts = Object.fromEntries(plan.rules.filter(({ id }) => id !== "a.c.green").map(({ id }) => [id, "fail"] as const));
  const run = aRun({ plan, progress: { evaluation: anEvaluation(verdicts, { plan }) } });
  expect(critiqueTargetsOf(run).map((target) => target.rule.id)).toEqual([
    "a.c.fail-heavy",
    "a.c.fail-a",
    "a.c.fail-b",
    "a.c.fail-c",
    "a.c.warn-heavy",
  ]);
});

it("has something to run where what failed is a command, and not where it is a look at the change [S1.26]", () => {
  const command = normaliseRule({ id: "a.c.run", description: "d", severity: "fail", check: { kind: "command", run: "npm test" } });
  const both = aPlan({ rules: [command, rule("a.c.look", "fail")] });
  const failing = (id: string) => aRun({ plan: both, progress: { evaluation: anEvaluation({ [id]: "fail" }, { plan: both }) } });
  expect([canDebug(failing("a.c.run")), canDebug(failing("a.c.look"))]).toEqual([true, false]);
});

it("speaks of warnings when nothing else failed, never of info rules [C1.13]", () => {
  const run = aRun({ plan, progress: { evaluation: anEvaluation({ "a.c.warn-light": "warn", "a.c.info": "warn" }, { plan }) } });
  expect(critiqueTargetsOf(run).map((target) => target.rule.id)).toEqual(["a.c.warn-light"]);
});

it("says nothing about a rule that does not apply", () => {
  const run = aRun({ plan, progress: { evaluation: anEvaluation({ "a.c.warn-light": "na" }, { plan }) } });
  expect(critiqueTargetsOf(run)).toEqual([]);
});

it("has nothing to say before an evaluation", () => {
  expect(critiqueTargetsOf(aRun())).toEqual([]);
});

it("names the rules of steps that serve no active rule [S1.22]", () => {
  const steps = [
    { text: "one", rules: ["a.correctness.acceptance", "b.completeness.docs"], atom: null, open: true },
    { text: "two", rules: ["b.completeness.docs"], atom: null, open: true },
    { text: "three", rules: ["a.no.such-rule"], atom: null, open: false },
  ];
  expect(idleSteps(activeRules(aPlan().rules, "A"), steps)).toEqual(["b.completeness.docs", "a.no.such-rule"]);
  expect(idleSteps(activeRules(aPlan().rules, "B"), steps)).toEqual(["a.no.such-rule"]);
});
