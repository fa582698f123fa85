import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Level } from "#core/rules/level.ts";
import { activeRules, judgedShare, mostJudged, normaliseRule, type Rule, sumWeights } from "#core/rules/rule.ts";
import { blockingRules, evaluate, isBetter, type RuleResult, Thresholds, warningRules } from "#core/rules/score.ts";
import { TEMPLATES } from "#core/rules/template.ts";

const THRESHOLDS = { A: 0.8, B: 0.9 };
const rules: readonly Rule[] = TEMPLATES.code.rows.map((row) => normaliseRule({ ...row, check: { kind: "command", run: "true" } }));
const result = (id: string, verdict: RuleResult["verdict"]): RuleResult => ({ id, verdict, details: "", evidence: [] });
const score = (level: Level, red: readonly string[], criteria = { rules, thresholds: THRESHOLDS }) =>
  evaluate(
    "t",
    level,
    criteria.rules.map(({ id }) => result(id, red.includes(id) ? "fail" : "pass")),
    criteria,
  );

it("weighs the code template 7 at A and 12 at B (S1.40, S1.43) [S1.37]", () => {
  expect([sumWeights(activeRules(rules, "A")), sumWeights(activeRules(rules, "B"))]).toEqual([7, 12]);
});

const WARN_A = ["a.completeness.types"];
const WARN_B = [...WARN_A, "b.quality.error-handling", "b.quality.logging", "b.style.conventions"];

it.each<{ when: string; level: Level; red: readonly string[]; score: number; passed: boolean }>([
  { when: "all is green at A", level: "A", red: [], score: 1, passed: true },
  { when: "all warnings fail at A", level: "A", red: WARN_A, score: 0.857, passed: true },
  { when: "a fail rule fails at A", level: "A", red: ["a.correctness.logic"], score: 0.714, passed: false },
  { when: "one warning fails at B", level: "B", red: ["b.quality.logging"], score: 0.917, passed: true },
  { when: "two warnings fail at B", level: "B", red: ["b.quality.logging", "b.style.conventions"], score: 0.833, passed: false },
  { when: "all warnings fail at B", level: "B", red: WARN_B, score: 0.667, passed: false },
])("scores the code template when $when (S1.43) [S1.38]", ({ level, red, score: expected, passed }) => {
  const evaluation = score(level, red);
  expect(evaluation.score).toBeCloseTo(expected, 3);
  expect(evaluation.passed).toBe(passed);
});

it.each([
  { given: {}, level: "A", passes: ["a.completeness.types"], fails: null },
  { given: {}, level: "B", passes: ["b.quality.logging"], fails: ["b.quality.logging", "b.style.conventions"] },
  { given: { A: 0.9 }, level: "A", passes: [], fails: ["a.completeness.types"] },
  { given: { B: 0.8 }, level: "B", passes: ["b.quality.logging", "b.style.conventions"], fails: WARN_B },
] as const)("takes the thresholds of the plan, here $given, else .8 and .9: at $level [S1.38]", ({ given, level, passes, fails }) => {
  const thresholds = Thresholds.parse(given);
  expect(thresholds).toEqual({ A: 0.8, B: 0.9, ...given });
  expect(score(level, passes, { rules, thresholds }).passed).toBe(true);
  if (fails !== null) expect(score(level, fails, { rules, thresholds }).passed).toBe(false);
});

it("does not pass at .95 with one failed fail rule [6.9 #1, S1.36]", () => {
  const heavy = [
    normaliseRule({ id: "a.x.y", description: "d", severity: "fail", weight: 1, check: { kind: "test_integrity" } }),
    normaliseRule({ id: "a.x.z", description: "d", severity: "warn", weight: 19, check: { kind: "test_integrity" } }),
  ];
  const evaluation = score("A", ["a.x.y"], { rules: heavy, thresholds: THRESHOLDS });
  expect(evaluation).toMatchObject({ score: 0.95, passed: false });
  expect(blockingRules(evaluation)).toEqual(["a.x.y"]);
});

it("scores 1 where nothing weighs, and a weightless fail rule still blocks [S1.35, C1.10, C4.18]", () => {
  const weightless = [normaliseRule({ id: "a.x.y", description: "d", severity: "fail", weight: 0, check: { kind: "test_integrity" } })];
  expect(score("A", [], { rules: weightless, thresholds: THRESHOLDS })).toMatchObject({ score: 1, passed: true });
  expect(score("A", ["a.x.y"], { rules: weightless, thresholds: THRESHOLDS })).toMatchObject({ score: 1, passed: false });
});

it.each<{ severity: "fail" | "warn" | "info"; given: RuleResult["verdict"]; becomes: RuleResult["verdict"] }>([
  { severity: "fail", given: "na", becomes: "fail" },
  { severity: "fail", given: "warn", becomes: "fail" },
  { severity: "warn", given: "fail", becomes: "warn" },
  { severity: "warn", given: "na", becomes: "na" },
  { severity: "info", given: "fail", becomes: "warn" },
  { severity: "warn", given: "pass", becomes: "pass" },
])("turns $given of a $severity rule into $becomes (C1.11)", ({ severity, given, becomes }) => {
  const one = [normaliseRule({ id: "a.x.y", description: "d", severity, check: { kind: "test_integrity" } })];
  expect(
    evaluate("t", "A", [{ ...result("a.x.y", given), details: "because" }], { rules: one, thresholds: THRESHOLDS }).results[0]?.verdict,
  ).toBe(becomes);
});

it("leaves a rule out that was not tried because another one fails, and fails it where none does", () => {
  const bite = normaliseRule({
    id: "b.integrity.tests-bite",
    description: "d",
    severity: "fail",
    weight: 0,
    check: { kind: "tests_bite", run: "true" },
  });
  const verdicts = (own: RuleResult["verdict"], other: RuleResult["verdict"]) => {
    const given = [result(bite.id, own), ...rules.map(({ id }) => result(id, id === "a.correctness.logic" ? other : "pass"))];
    const { results, passed } = evaluate("t", "B", given, { rules: [bite, ...rules], thresholds: THRESHOLDS });
    return [results[0]?.verdict, passed];
  };
  expect(verdicts("na", "fail")).toEqual(["na", false]);
  expect(verdicts("na", "pass")).toEqual(["fail", false]);
  expect(verdicts("fail", "fail")).toEqual(["fail", false]);
  expect(verdicts("pass", "pass")).toEqual(["pass", true]);
});

it("fails what was not checked [S1.25]", () => {
  const evaluation = evaluate("t", "A", [], { rules, thresholds: THRESHOLDS });
  expect(evaluation.passed).toBe(false);
  expect(blockingRules(evaluation)).toEqual(["a.correctness.compiles", "a.correctness.logic", "a.completeness.functions"]);
  expect(warningRules(evaluation)).toEqual(["a.completeness.types"]);
});

it("compares with integers: exactly at the threshold passes (C1.09)", () => {
  const tenth = Array.from({ length: 10 }, (_, index) =>
    normaliseRule({ id: `a.x.r${index}`, description: "d", severity: "warn", check: { kind: "test_integrity" } }),
  );
  const criteria = { rules: tenth, thresholds: { A: 0.7, B: 0.9 } };
  expect(score("A", ["a.x.r0", "a.x.r1", "a.x.r2"], criteria).passed).toBe(true);
  expect(score("A", ["a.x.r0", "a.x.r1", "a.x.r2", "a.x.r3"], criteria).passed).toBe(false);
});

it("ranks level B above level A, then the score", () => {
  const poorB = score("B", WARN_B);
  const fullA = score("A", []);
  expect([isBetter(poorB, fullA), isBetter(fullA, poorB), isBetter(fullA, score("A", WARN_A)), isBetter(fullA, fullA)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it("never scores a superset of failures higher (property)", () => {
  const ids = rules.map(({ id }) => id);
  void fc.assert(
    fc.property(fc.subarray(ids), fc.subarray(ids), (some, others) => {
      const less = score("B", some);
      const more = score("B", [...some, ...others]);
      expect(more.score).toBeLessThanOrEqual(less.score);
      if (more.passed) expect(less.passed).toBe(true);
    }),
  );
});

it.each([
  { id: "c.x.y", severity: "fail" as const, weight: undefined, problem: 'must look like a.correctness.logic"' },
  { id: "a.x", severity: "fail" as const, weight: undefined, problem: 'must look like a.correctness.logic"' },
  { id: "a.x.y", severity: "warn" as const, weight: -1, problem: ">=0" },
])("refuses the rule $id with weight $weight (S1.31, S1.32)", ({ id, severity, weight, problem }) => {
  expect(() => normaliseRule({ id, severity, weight, description: "d", check: { kind: "test_integrity" } })).toThrow(problem);
});

it("weighs by severity where no weight is given, and an info rule nothing at all (S1.33, S1.34)", () => {
  const weightOf = (severity: "fail" | "warn" | "info", weight?: number) =>
    normaliseRule({ id: "b.x.y", description: "d", severity, weight, check: { kind: "test_integrity" } });
  expect(
    [weightOf("fail"), weightOf("warn"), weightOf("info", 9), weightOf("warn", 5)].map(({ weight, level }) => [weight, level]),
  ).toEqual([
    [2, "B"],
    [1, "B"],
    [0, "B"],
    [5, "B"],
  ]);
  expect(sumWeights([weightOf("fail"), weightOf("warn"), weightOf("info", 9)])).toBe(3);
});

it("tells the share of a level's weight that a model judges", () => {
  const judged = rules.map((rule) =>
    rule.id === "a.completeness.types" ? { ...rule, check: { kind: "content" as const, question: "q" } } : rule,
  );
  expect([judgedShare(judged, "A"), judgedShare(judged, "B"), judgedShare([], "A")]).toEqual([1 / 7, 1 / 12, 0]);
  expect(mostJudged(judged)).toBe(1 / 7);
});
