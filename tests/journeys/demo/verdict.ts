/** What is wrong with an outcome, whatever story was played: nothing here depends on how the run was meant to end. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Outcome } from "./play.ts";
import { differences } from "./repository.ts";

/** One sentence for each fault; empty when the play went as written. */
export function faultsOf(outcome: Outcome, expected: string | null): readonly string[] {
  const { run, problems, left, before, after, replayed, recorded, leaks } = outcome;
  if (run === null) return [`the command line began no run: ${outcome.ended.stderr.trim()}`, ...problems];
  const report = resultJsonOf(run);
  const reached = report.stopReason ?? report.stage;
  return [
    ...problems.map((problem) => `not as scripted: ${problem}`),
    ...(left.length === 0 ? [] : [`not played: ${left.join(", ")}`]),
    ...(expected === null || reached === expected ? [] : [`expected ${expected}, but it is ${reached}`]),
    ...differences(before, after, report.branch),
    ...(replayed === recorded ? [] : ["replay of history.jsonl is not run.json"]),
    ...leaks.map((place) => `the key of the model was found in ${place}`),
  ];
}
