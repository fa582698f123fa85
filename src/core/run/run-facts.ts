/** Facts that follow from a run: its branch, its limits, its last iteration, its plan, what was published. */
import type { Correction } from "#core/events/data/correction.ts";
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Limits } from "#core/values/limits.ts";
import type { PublishedWork, Run } from "./run.ts";

/** The branch that a run works on. */
export function branchOf(run: Pick<Run, "issue" | "alias">): string {
  return run.issue.number === null ? `loop/${run.alias}` : `loop/${run.issue.number}-${run.alias}`;
}

/** The limits that bind a run: those of its plan, or of the configuration before there is one. */
export function limitsOf(run: Run): Limits {
  return run.plan?.limits ?? run.config.limits;
}

/** How many atoms are worked on at a time: one, where the plan does not say more. */
export function sideBySideOf(run: Run): number {
  return run.plan?.sideBySide === true ? run.plan.limits.parallel : 1;
}

/** The last iteration that the limits allow: they count anew once work was shown and sent back. */
export function lastIterationOf(run: Run): number {
  return run.progress.before + limitsOf(run).iterations;
}

/** Where the work is shown; null before it was. */
export function publicationOf({ published, shown }: Pick<Run, "published" | "shown">): PublishedWork | null {
  return published ?? shown;
}

/** The plan of a run that has one, as it was shown and approved. Throws on a bug. */
export function planOf(run: Run): Plan {
  if (run.plan === null) throw new Error(`bug: run ${run.runId} has no plan in stage ${run.stage}`);
  return run.plan;
}

/**
 * What the work is held to: the approved plan, with the rules that were made of reviews since. They come beside its own
 * and never in their place. Throws on a bug.
 */
export function workPlanOf(run: Run): Plan {
  const plan = planOf(run);
  return run.measurements.length === 0
    ? plan
    : { ...plan, rules: [...plan.rules, ...run.measurements.flatMap(({ rules }) => rules)] };
}

/** The reviews that ask for something else within the goal, and of which no rules were made yet. */
export function reviewsToMeasure({ corrections, measured }: Run): readonly Correction[] {
  return corrections.slice(measured).filter(({ kind, onPull }) => onPull !== undefined && isWithinGoal(kind));
}

function isWithinGoal(kind: Correction["kind"]): boolean {
  return kind === "constraint_change" || kind === "plan_change" || kind === "result_change";
}

/** A step failed for good: once where it cannot be repeated, else twice. */
export function isStepBroken({ errorState }: Pick<Run, "errorState">): boolean {
  return errorState !== null && (errorState.count >= 2 || !errorState.retryable) && errorState.step !== "REFLECT";
}

/** True for a plan of changes that was not tried yet, in a run whose plans are tried. */
export function isRehearsalDue({ stage, rehearses, rehearsal, plan }: Run): boolean {
  if (stage !== "reviewing" || rehearses === null || rehearsal !== null || plan === null) return false;
  return !WORKFLOWS[plan.workflow].answers;
}

/** True where whoever makes the plan runs no code of the repository: the job `rehearse` tries it. */
export function awaitsRehearsalJob(run: Run): boolean {
  return run.rehearses === "job" && isRehearsalDue(run);
}
