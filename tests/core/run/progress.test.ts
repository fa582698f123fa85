import { expect, it } from "vitest";
import { distanceOf, evaluationToShow, stagnationAfter } from "#core/run/progress.ts";
import * as j from "../../builders/journal.ts";

const scored = (score: number, red: readonly string[] = []) => ({ ...j.evaluationOf("t", "A", red), score });

it.each([
  { when: "it is the first of a level", last: null, count: 0, score: 0.01, red: [], expected: 0 },
  { when: "nothing changed", last: 0.5, count: 0, score: 0.5, red: [], expected: 1 },
  { when: "it got worse", last: 0.5, count: 1, score: 0.4, red: [], expected: 2 },
  { when: "it grew by exactly .02", last: 0.5, count: 1, score: 0.52, red: [], expected: 0 },
  { when: "it grew by .0199", last: 0.5, count: 1, score: 0.5199, red: [], expected: 2 },
  { when: "a fail rule is red", last: 0.5, count: 1, score: 0.5, red: ["a.correctness.logic"], expected: 1 },
])("counts $expected when $when [S1.48, C1.07, C1.08, U.04, 6.9 #4]", ({ last, count, score, red, expected }) => {
  expect(stagnationAfter({ lastScore: last, stagnation: count }, scored(score, red))).toEqual({ lastScore: score, stagnation: expected });
});

it("tells the distance to success [S1.55, U.09, 6.9 #9]", () => {
  const evaluation = j.evaluationOf("t", "B", ["a.correctness.logic", "b.style.conventions"]);
  expect(distanceOf(evaluation, j.PLAN.thresholds)).toEqual({
    threshold: 0.9,
    score: 0.5,
    gap: 0.4,
    blocking: ["a.correctness.logic"],
    passedRules: 2,
    totalRules: 4,
  });
  expect(distanceOf(j.evaluationOf("t", "A"), j.PLAN.thresholds)).toBeNull();
  expect(distanceOf({ ...j.evaluationOf("t", "A", ["a.correctness.logic"]), score: 0.95 }, j.PLAN.thresholds)?.gap).toBe(0);
});

it("shows the best evaluation, else the last, else none", () => {
  const run = j.settledRun(...j.BEGUN);
  const evaluation = j.evaluationOf("t", "A");
  expect(evaluationToShow(run)).toBeNull();
  expect(evaluationToShow({ ...run, progress: { ...run.progress, evaluation } })).toBe(evaluation);
});
