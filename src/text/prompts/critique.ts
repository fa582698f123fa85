/** Asks the critique why rules failed, and what to do about each. */
import { DEBUG_MARKER } from "#core/analysis/test-guard/debug-markers.ts";
import { critiqueTargetsOf } from "#core/iteration/critique-targets.ts";
import type { Run } from "#core/run/run.ts";
import { resultsData, rulesData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";

const TASK = [
  "Explain why each of the rules below did not pass, and what to do about it. Read the files before you say why.",
  "One point for each rule listed, in the order listed, and none for any other rule.",
  "problem: the cause, with path and line where there is one, not the symptom. fix: the smallest change that cures " +
    "it, so exact that somebody else can make it. effect: what will then be seen to hold.",
  "Never advise to change a check, a test's expectation or the rule itself. Do not rewrite the work.",
  "Answer with one JSON object: hypotheses (empty where nothing was run), and the advice, each with its rule, the " +
    "problem, the fix and the effect.",
];

/** How the critique investigates a failing check: the check itself is the reproduction. */
function debugging(rounds: number): readonly string[] {
  if (rounds === 0) return [];
  return [
    "First find out why. Form three to five hypotheses: the claim, the condition that would show it, what confirms " +
      "it, what rejects it, and how likely it is (1 is the most likely). Try the most likely first: you may run at " +
      `most ${rounds} commands, here on a copy that is thrown away, so write whatever helps you see into it, and end ` +
      `each such line with a comment that says ${DEBUG_MARKER}: a rule fails where one is left in the work.`,
    "status is confirmed or rejected only where the output of a command that you ran decides it: evidence is that " +
      "command, and a quote of its output word for word. Else it is inconclusive, with empty evidence. All rejected: " +
      "form new ones while commands are left.",
    "Advise on what is confirmed; on what is only likely say that it is not proven.",
  ];
}

/**
 * The prompt of CRITIQUE; `critiqueTargetsOf` decides which rules it is about. `rounds`: how many commands the model
 * may run. Throws on a bug: no plan.
 */
export function critiquePrompt(run: Run, rounds: number): string {
  const targets = critiqueTargetsOf(run);
  return frame(
    "CRITIQUE",
    [...debugging(rounds), ...TASK],
    [
      ...taskData(run),
      aboutRun(run),
      rulesData(targets.map(({ rule }) => rule)),
      resultsData(
        "results of these rules",
        targets.map(({ result }) => result),
      ),
    ],
  );
}
