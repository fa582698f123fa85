/** Asks the worker to carry out the steps of an iteration. */
import { activeAt } from "#core/rule.ts";
import { planOf, type Run } from "#core/run.ts";
import { qaData, resultsData, rulesData, stepsData, taskData } from "./data.ts";
import { about, frame } from "./frame.ts";

const TASK = [
  "Carry out the open steps below with your tools, in the files of this repository. Leave alone what is done.",
  "Change only what is in scope; keep unchanged parts as they are. A change to a protected file is thrown away.",
  "The rules are checked by a program that you cannot touch, on a fresh copy of your files, with the base's own tests beside yours. Deleting, skipping or weakening a test fails the run.",
  "Run the tests before you finish. If something outside the scope stands in the way, say so instead of working around it.",
  "There is no network. What you install or build outside the repository is lost.",
  "End with a few sentences: what you changed, what you ran and what came of it, what is left.",
];

/** The worker's prompt (S1.23). Its site holds the work so far. Throws on a bug: no plan. */
export function producePrompt(run: Run): string {
  const { level, steps, evaluation } = run.progress;
  return frame("PRODUCE_PREPARE", TASK, [
    ...taskData(run),
    rulesData(activeAt(planOf(run).rules, level)),
    about(run),
    resultsData("last results", evaluation?.results ?? []),
    qaData(run),
    stepsData(steps),
  ]);
}
