/** Asks the planner for the steps of the next iteration. */
import { activeRules } from "#core/rules/rule.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { atomsData, stepsData } from "./atom-data.ts";
import { block, resultsData, rulesData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";
import { adviceData, qaData } from "./reviews.ts";

const TASK = [
  "Plan the next iteration: one to five steps, in the order in which they are to be done. Small work has one.",
  "Each step serves at least one of the rules below and names them by id. Rules that are red come first; QA's " +
    "issues before all.",
  "A step says what to change and where, in one sentence. No new architecture, nothing that no rule and no " +
    "deliverable asks for.",
  "Mark with open: false what the results show to be done already, so that it is not done twice.",
  "Each open atom is done by one worker: a step that is for one atom alone names it, else its atom is empty. What " +
    "no atom covers is a step without one.",
  "Answer with one JSON object: the steps, each with its text, its rules, its atom and whether it is open.",
];

/** The most evaluations of earlier iterations that the prompt shows. */
const LATEST = 3;

function rowLine({ iteration, level, score, passed, failed, warnings }: ScoreRow): string {
  return (
    `iteration ${iteration}, level ${level}: score ${score.toFixed(2)}, ${passed ? "passed" : "did not pass"}; ` +
    `red: ${[...failed, ...warnings].join(", ") || "none"}`
  );
}

/** The planner's prompt. Throws on a bug: no plan. */
export function planPrompt(run: Run): string {
  const plan = workPlanOf(run);
  const { level, evaluation, advice, steps, rows, leftAside } = run.progress;
  return frame("PLAN", TASK, [
    ...taskData(run),
    rulesData(activeRules(plan.rules, level)),
    atomsData(run.graph),
    aboutRun(run),
    stepsData(steps),
    block("last evaluations", "driver", rows.slice(-LATEST).map(rowLine)),
    resultsData(
      evaluation === null ? "results on the base" : "last results",
      evaluation?.results ?? run.baseScore?.results ?? [],
    ),
    adviceData(advice),
    block("left aside by the worker", "worker", leftAside),
    qaData(run),
  ]);
}
