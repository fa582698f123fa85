/** Asks the worker to make the fixes that a critique advises. */
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { rulesData, taskData } from "./data.ts";
import { aboutRun, frame, NO_TRACE } from "./frame.ts";
import { adviceData, hypothesesData, qaData } from "./reviews.ts";

const TASK = [
  "Make the fixes that the advice below asks for, with your tools, in the files of this repository. " +
    "Make only these; keep everything else as it is.",
  "Where a fix turns out to be wrong, do what its effect asks for, and say so.",
  "Change only what is in scope. A change to a protected file is thrown away. Deleting, skipping or weakening a " +
    "test fails the run.",
  NO_TRACE,
  "Run the tests before you finish. There is no network.",
  "End with a few sentences: what you changed for which rule, what you ran and what came of it.",
];

/** The prompt of REFINE. Throws on a bug: no plan. */
export function refinePrompt(run: Run): string {
  const { level, advice, hypotheses } = run.progress;
  return frame("REFINE", TASK, [
    ...taskData(run),
    rulesData(activeRules(workPlanOf(run).rules, level)),
    aboutRun(run),
    adviceData(advice),
    hypothesesData(hypotheses),
    qaData(run),
  ]);
}
