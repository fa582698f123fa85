import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CheckDraft, checkFrom } from "#core/rules/check-draft.ts";
import { Quality, rateMarks } from "#core/rules/quality.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { evaluate } from "#core/rules/score.ts";

const rubric = (...weights: readonly number[]) =>
  Quality.parse({ kind: "quality", rubric: weights.map((weight, index) => ({ criterion: `c${index}`, weight })) });
const marks = (...scores: readonly number[]) => scores.map((score, index) => ({ criterion: `c${index}`, score, reason: "seen" }));

it.each([
  { when: "all marks are equal", weights: [1, 1], scores: [4, 4], average: 4, outcome: "pass" },
  { when: "the average is the threshold", weights: [1, 1], scores: [3, 4], average: 3.5, outcome: "pass" },
  { when: "the heavier criterion is bad", weights: [3, 1], scores: [3, 4], average: 3.25, outcome: "fail" },
  { when: "the weights sum to 0.8", weights: [0.3, 0.3, 0.2], scores: [5, 5, 5], average: 5, outcome: "pass" },
  { when: "fractions lose a little", weights: [0.1, 0.2, 0.3], scores: [2, 5, 3], average: 3.5, outcome: "pass" },
])("gives $outcome when $when [S2.36, C2.11, 6.9 #12]", ({ weights, scores, average, outcome }) => {
  const rating = rateMarks(rubric(...weights), marks(...scores));
  expect(rating.average).toBeCloseTo(average, 9);
  expect(rating.outcome).toBe(outcome);
  expect(rating.details).toContain("c0");
});

it("is unjudged while a mark is missing, whatever the others say, and takes the first of two [C2.12, 6.9 #12]", () => {
  expect(rateMarks(rubric(1, 1), marks(5))).toEqual({ outcome: "unjudged", average: null, details: "no mark for: c1" });
  expect(rateMarks(rubric(1), [...marks(1), ...marks(5)]).average).toBe(1);
});

it("does not change when all weights are multiplied, and lies between the lowest and the highest mark [C2.11]", () => {
  const mark = fc.integer({ min: 1, max: 5 });
  const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), mark), { minLength: 1, maxLength: 8 });
  void fc.assert(
    fc.property(pairs, fc.integer({ min: 2, max: 9 }), (given, factor) => {
      const scores = given.map(([, score]) => score);
      const one = rateMarks(rubric(...given.map(([weight]) => weight)), marks(...scores));
      const other = rateMarks(rubric(...given.map(([weight]) => weight * factor)), marks(...scores));
      expect(other.average).toBeCloseTo(one.average ?? 0, 9);
      expect(other.outcome).toBe(one.outcome);
      expect(one.average).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-9);
      expect(one.average).toBeLessThanOrEqual(Math.max(...scores) + 1e-9);
    }),
  );
});

it.each([
  { problem: "a weight of 0", rubric: [{ criterion: "c", weight: 0 }] },
  { problem: "no criterion", rubric: [] },
  { problem: "two of one name", rubric: [{ criterion: "c" }, { criterion: "c" }] },
])("refuses a rubric with $problem [C2.11]", ({ rubric: wrong }) => {
  expect(Quality.safeParse({ kind: "quality", rubric: wrong }).success).toBe(false);
});

it("makes a rubric that needs 3.5 of criteria, and one that needs 3 of a text alone [S2.36]", () => {
  const simple = checkFrom(CheckDraft.parse({ kind: "quality", text: "Is it kind to readers?" }));
  expect(simple).toMatchObject({
    passThreshold: 3,
    scope: null,
    rubric: [{ criterion: "as asked", description: "Is it kind to readers?" }],
  });
  const levels = { one: "bad", three: "fair", five: "good" };
  const draft = { kind: "quality", text: "How it reads", rubric: [{ criterion: "tone", weight: 2, levels }], scope: "docs/**" };
  expect(checkFrom(CheckDraft.parse(draft))).toMatchObject({
    passThreshold: 3.5,
    scope: "docs/**",
    rubric: [{ criterion: "tone", levels }],
  });
  expect(checkFrom(CheckDraft.parse({ ...draft, passThreshold: 2 }))).toMatchObject({ passThreshold: 2 });
});

it.each([
  { draft: { kind: "command", text: "true", prints: "ok" }, check: { kind: "command", run: "true", prints: "ok" } },
  { draft: { kind: "not_command", text: "false" }, check: { kind: "not_command", run: "false" } },
  { draft: { kind: "file", text: "docs/*.md" }, check: { kind: "file", path: "docs/*.md" } },
  { draft: { kind: "not_file", text: "old.md" }, check: { kind: "not_file", path: "old.md" } },
  { draft: { kind: "content", text: "Is it?" }, check: { kind: "content", question: "Is it?" } },
  { draft: { kind: "assertion", text: "It is." }, check: { kind: "assertion", statement: "It is." } },
])("makes a check of a drafted $draft.kind [S1.28, S2.35, U.12]", ({ draft, check }) => {
  expect(checkFrom(CheckDraft.parse(draft))).toEqual(check);
});

it.each(["content", "assertion", "file", "quality"])("refuses a drafted %s that no plan could hold", (kind) => {
  expect(CheckDraft.safeParse({ kind, text: "x".repeat(1001) }).success).toBe(false);
  expect(CheckDraft.safeParse({ kind: "command", text: "x".repeat(2000) }).success).toBe(true);
});

it.each([
  { severity: "fail" as const, verdict: "fail", passed: false },
  { severity: "warn" as const, verdict: "fail", passed: false },
  { severity: "info" as const, verdict: "warn", passed: true },
])("blocks a pass by quality that nobody judged, as a $severity rule: $verdict [C2.12, 6.9 #12]", ({ severity, verdict, passed }) => {
  const rule = normaliseRule({ id: "a.quality.tone", description: "d", severity, check: rubric(1) });
  const evaluation = evaluate("t", "A", [], { rules: [rule], thresholds: { A: 0, B: 0 } });
  expect(evaluation.results).toMatchObject([{ verdict, details: "not judged" }]);
  expect(evaluation.passed).toBe(passed);
});

it("never holds anything up by what a person has to confirm, whatever severity was drafted [C2.19]", () => {
  const check = { kind: "assertion" as const, statement: "It feels fast." };
  const rule = normaliseRule({ id: "a.quality.speed", description: "d", severity: "fail", weight: 9, check });
  expect(rule).toMatchObject({ severity: "info", weight: 0 });
  const evaluation = evaluate("t", "A", [], { rules: [rule], thresholds: { A: 1, B: 1 } });
  expect(evaluation).toMatchObject({ passed: true, results: [{ verdict: "na", details: "a person has to confirm this" }] });
});

it("takes a rule out of the sum only for a reason [C1.11]", () => {
  const rule = normaliseRule({ id: "a.quality.tone", description: "d", severity: "warn", check: { kind: "content", question: "q" } });
  const verdictOf = (details: string) =>
    evaluate("t", "A", [{ id: rule.id, verdict: "na", details, evidence: [] }], { rules: [rule], thresholds: { A: 0.8, B: 0.9 } });
  expect(verdictOf("there is no text").totalWeight).toBe(0);
  expect(verdictOf("")).toMatchObject({ totalWeight: 1, results: [{ verdict: "warn" }], passed: false });
});
