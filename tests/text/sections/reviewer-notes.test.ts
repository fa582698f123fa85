/** What a pull request says of tests that must still find faults. */
import { expect, it } from "vitest";
import { normaliseRule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { biteDetails, notChecked } from "#text/sections/reviewer-notes.ts";
import { anEvaluation, aPlan, aRun } from "../../builders/run.ts";

const BITE = normaliseRule({
  id: "b.integrity.tests-bite",
  description: "The tests still find faults",
  severity: "fail",
  weight: 0,
  check: { kind: "tests_bite", run: "npm test" },
});

const runWith = (verdict: RuleResult["verdict"], details: string) => {
  const plan = aPlan({ rules: [...aPlan().rules, BITE] });
  const evaluation = anEvaluation({}, { level: "B", plan });
  const results = evaluation.results.map((result) => (result.id === BITE.id ? { ...result, verdict, details } : result));
  return aRun({ plan, progress: { evaluation: { ...evaluation, results } } });
};

it("says that it was not measured, and why", () => {
  const run = runWith("pass", "not measured: the tests are red on the base");
  expect(notChecked(run)).toContain("Whether the tests still find faults: not measured: the tests are red on the base");
});

it("gives what was measured, and nothing of a rule that was not tried or that fails", () => {
  const found = "the tests still find 8 fault(s) planted near the change";
  expect(biteDetails(runWith("pass", found))).toBe(found);
  expect(notChecked(runWith("pass", found))).not.toContain("find faults");
  expect(biteDetails(runWith("fail", "lost"))).toBeNull();
  expect(biteDetails(aRun())).toBeNull();
});
