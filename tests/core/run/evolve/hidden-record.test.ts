/** When a hidden check is dropped: no tree passed it, and it alone was red twice. */
import { expect, it } from "vitest";
import type { HiddenCheck, HiddenTrial } from "#core/events/data/iteration.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { droppedChecks, droppedRuns, hiddenInForce, recordTrials } from "#core/run/evolve/hidden-record.ts";
import type { HiddenRecord } from "#core/run/loop-state.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { anAtom } from "../../../builders/atoms.ts";
import { aRun } from "../../../builders/run.ts";

const CHECK: HiddenCheck = { rule: "a.correctness.logic", title: "Greek letters", run: "node slug.js", expects: "mega-slug" };
const OTHER: HiddenCheck = { ...CHECK, rule: "a.correctness.docs", run: "node other.js" };
const result = (id: string, verdict: RuleResult["verdict"]): RuleResult => ({ id, verdict, details: "", evidence: [] });
const red: HiddenTrial = { run: CHECK.run, printed: "omega" };
const runOf = (tried: readonly HiddenRecord[] = [], graph = graphOf([])) => ({
  ...aRun({ progress: { hidden: [CHECK, OTHER], tried } }),
  graph,
});
const once: HiddenRecord = { run: CHECK.run, held: false, failures: 1, printed: "omega" };

it.each<{ when: string; results: readonly RuleResult[]; trials?: readonly HiddenTrial[]; failures: number }>([
  { when: "it alone is red", results: [result(CHECK.rule, "fail"), result("a.x.y", "pass"), result("a.x.z", "na")], failures: 2 },
  { when: "its rule counts without it", results: [result(CHECK.rule, "pass")], failures: 2 },
  { when: "another rule is red", results: [result(CHECK.rule, "fail"), result("a.x.y", "fail")], failures: 1 },
  { when: "another rule is a warning", results: [result(CHECK.rule, "fail"), result("a.x.y", "warn")], failures: 1 },
  {
    when: "another hidden check is red too",
    results: [result(CHECK.rule, "fail"), result(OTHER.rule, "fail")],
    trials: [red, { run: OTHER.run, printed: "" }],
    failures: 2,
  },
])("counts $failures failures where $when", ({ results, trials = [red], failures }) => {
  const [record] = recordTrials(runOf([once]), results, trials);
  expect(record).toEqual({ ...once, failures });
});

it("counts nothing against a check while an atom is open", () => {
  const records = recordTrials(runOf([once], graphOf([anAtom("A1")])), [result(CHECK.rule, "fail")], [red]);
  expect(droppedRuns(records)).toEqual([]);
});

it("drops no check that a tree has passed, whatever comes after", () => {
  let run = runOf();
  for (const trial of [{ run: CHECK.run }, red, red, red])
    run = runOf(recordTrials(run, [result(CHECK.rule, trial.printed === undefined ? "pass" : "fail")], [trial]));
  expect(run.progress.tried).toEqual([{ ...once, held: true, failures: 3 }]);
  expect(hiddenInForce(run.progress)).toEqual([CHECK, OTHER]);
});

it("drops a check at its second failure with all else green, and keeps what was shown", () => {
  const results = [result(CHECK.rule, "fail")];
  const first = runOf(recordTrials(runOf(), results, [red]));
  expect(droppedChecks(first.progress)).toEqual([]);
  const second = runOf(recordTrials(first, results, [{ ...red, printed: "Omega" }]));
  expect(droppedChecks(second.progress)).toEqual([{ ...CHECK, printed: "Omega" }]);
  expect(hiddenInForce(second.progress)).toEqual([OTHER]);
  expect(recordTrials(second, results, [])).toEqual(second.progress.tried);
});
