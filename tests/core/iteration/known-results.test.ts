import { expect, it } from "vitest";
import { knownResults } from "#core/iteration/known-results.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Progress, ScoreRow } from "#core/run/loop-state.ts";
import { aRun } from "../../builders/run.ts";

const result = (id: string, verdict: RuleResult["verdict"] = "pass"): RuleResult => ({ id, verdict, details: "", evidence: [] });
const RESULTS = [result("a.one"), result("a.two"), result("a.three", "fail")];
const ROW: ScoreRow = { iteration: 2, level: "A", score: 1, passed: true, failed: [], warnings: [], tree: "t1", kept: true, changed: [] };

function progressOf(change: Partial<Progress>, row: Partial<ScoreRow> = {}): Progress {
  const evaluation = { tree: "t1", level: "A", score: 1, passed: true, results: RESULTS } as Progress["evaluation"];
  return { ...aRun().progress, level: "B", iteration: 2, evaluation, rows: [{ ...ROW, ...row }], ...change };
}
const ids = (progress: Progress, more: readonly { readonly rule: string }[] = []): readonly string[] =>
  knownResults(progress, "t1", more).map(({ id }) => id);

it("knows at level B what held when the same tree passed level A in the same iteration", () => {
  expect(ids(progressOf({}))).toEqual(["a.one", "a.two"]);
});

it("does not know a rule for which there are more checks now", () => {
  expect(ids(progressOf({}), [{ rule: "a.two" }, { rule: "other" }])).toEqual(["a.one"]);
});

it.each([
  { what: "at level A", progress: progressOf({ level: "A" }) },
  { what: "without an evaluation", progress: progressOf({ evaluation: null, rows: [] }) },
  { what: "of another tree", progress: progressOf({}, { tree: "t0" }) },
  {
    what: "of an evaluation of another tree",
    progress: progressOf({ evaluation: { ...progressOf({}).evaluation, tree: "t0" } as Progress["evaluation"] }),
  },
  { what: "of an iteration before", progress: progressOf({}, { iteration: 1 }) },
  { what: "of a tree that did not pass", progress: progressOf({}, { passed: false }) },
  { what: "of level B", progress: progressOf({}, { level: "B" }) },
])("knows nothing $what", ({ progress }) => {
  expect(ids(progress)).toEqual([]);
});
