/** Asks why rules failed, and what to do about each. */
import { adviceTargets } from "#core/advice.ts";
import type { Run } from "#core/run.ts";
import { resultsData, rulesData, taskData } from "./data.ts";
import { about, frame } from "./frame.ts";

const TASK = [
  "Explain why each of the rules below did not pass, and what to do about it. Read the files before you say why.",
  "One point for each rule listed, in the order listed, and none for any other rule.",
  "problem: the cause, with path and line where there is one, not the symptom. fix: the smallest change that cures it, so exact that somebody else can make it. effect: what will then be seen to hold.",
  "Never advise to change a check, a test's expectation or the rule itself. Do not rewrite the work.",
  "Answer with one JSON object: the advice, each with its rule, the problem, the fix and the effect.",
];

/** The prompt of CRITIQUE (S1.26); which rules it speaks about is decided by `adviceTargets`. Throws on a bug: no plan. */
export function critiquePrompt(run: Run): string {
  const targets = adviceTargets(run);
  return frame("CRITIQUE", TASK, [
    ...taskData(run),
    about(run),
    rulesData(targets.map(({ rule }) => rule)),
    resultsData(
      "results of these rules",
      targets.map(({ result }) => result),
    ),
  ]);
}
