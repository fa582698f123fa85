/** Asks the coordinator what a maintainer's comment changes in a run. */
import { correctionText } from "#core/events/data/correction.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { fence } from "#text/sanitize/quote.ts";
import { atomsData, stepsData } from "./atom-data.ts";
import { rulesData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";

const TASK = [
  "A maintainer has redirected the run below, while it was at work or once its work was shown. Say what the words " +
    "behind `to be classified` change; do not carry them out.",
  "objective_change: the goal, a deliverable or what counts as done becomes another, or a rule would have to " +
    "change: the plan is then made and approved anew.",
  "constraint_change: the goal stays; how it is reached is bound otherwise: what must not be touched, what must be " +
    "used, what must hold on the way.",
  "plan_change: goal and bounds stay; the steps become others: something more, something less, another way.",
  "result_change: goal, bounds and steps stay; a result that is there already must be done again or otherwise.",
  "Where two fit, take the one that is named first here.",
  "Answer with one JSON object: the change, and in one sentence why it is that. atoms: for a result_change, the ids " +
    "of the atoms whose result must become another one; what rests on them is done again too. Else leave it empty.",
];

/** The coordinator's prompt, about all comments that are not classified yet. Throws on a bug: no plan. */
export function redirectPrompt(run: Run): string {
  const unclassified = run.corrections.filter(({ kind }) => kind === null);
  return frame("REDIRECT", TASK, [
    ...taskData({ ...run, corrections: run.corrections.filter(({ kind }) => kind !== null) }),
    rulesData(workPlanOf(run).rules),
    aboutRun(run),
    atomsData(run.graph),
    stepsData(run.progress.steps),
    ...unclassified.map((one) => fence("to be classified", `${one.by}, maintainer`, correctionText(one))),
  ]);
}
