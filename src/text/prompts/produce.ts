/** Asks the worker to do one atom, or to carry out the open steps of an iteration. */
import type { PlanStep } from "#core/events/data/iteration.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { type AtomState, atomIn } from "#core/tasks/graph.ts";
import { atomData, basisData, stepsData } from "./atom-data.ts";
import { resultsData, rulesData, taskData } from "./data.ts";
import { aboutRun, frame, NO_TRACE } from "./frame.ts";
import { adviceData, qaData } from "./reviews.ts";

const STEPS =
  "Carry out the open steps below with your tools, in the files of this repository. Leave alone what is done.";

const ATOM =
  "Do exactly the one atom below with your tools, in the files of this repository, and nothing of any other. Leave " +
  "alone what is done.";

const TASK = [
  "Change only what is in scope; keep unchanged parts as they are. A change to a protected file is thrown away.",
  "The rules are checked by a program that you cannot touch, on a fresh copy of your files, with the base's own " +
    "tests beside yours. Deleting, skipping or weakening a test fails the run.",
  "Run the tests before you finish, and look that the files you speak of are there. If something outside the scope " +
    "stands in the way, say so instead of working around it.",
  NO_TRACE,
  "There is no network. What you install or build outside the repository is lost.",
  "Then answer with one JSON object. success: whether it is done; false throws your changes to an atom away, and a " +
    "wrong true is found out by the rules. summary: what you changed, in one sentence. details: what you ran and " +
    "what came of it. issues: what you found wrong outside your task. nextSteps: what is left for others.",
];

/**
 * The worker's prompt. Its working copy holds the work so far. `id` is the atom to do; null for the open steps. Throws
 * on a bug: no plan.
 */
export function producePrompt(run: Run, id: AtomId | null): string {
  const { level, evaluation } = run.progress;
  const state = atomIn(run.graph, id);
  return frame(
    "PRODUCE_PREPARE",
    [state === null ? STEPS : ATOM, ...TASK],
    [
      ...taskData(run),
      rulesData(activeRules(workPlanOf(run).rules, level)),
      aboutRun(run),
      resultsData("last results", evaluation?.results ?? []),
      qaData(run),
      ...(state === null ? [stepsData(run.progress.steps)] : atomBlocks(run, state)),
    ],
  );
}

/** A second attempt gets the critique's advice; a first one the results that it builds on. */
function atomBlocks(run: Run, state: AtomState): readonly string[] {
  const steps = run.progress.steps.filter((step) => isFor(run, step, state.atom.id));
  return [
    basisData(run.graph, state),
    adviceData(state.attempts > 0 ? run.progress.advice : []),
    stepsData(steps),
    atomData(state),
  ];
}

/** A step without an atom, or for an unknown one, is for all. */
function isFor({ graph }: Run, { atom }: PlanStep, id: AtomId): boolean {
  return atom === null || atom === id || atomIn(graph, atom) === null;
}
