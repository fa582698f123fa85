/** Whether a run is to be answered, where, and whether it was (S0.21, S0.25, C0.10). */
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "./run.ts";

/**
 * Where the run's workflow is answered: by reading at the desk, without approval, or on the bench, where commands can
 * run. Null: it makes changes.
 */
function placeOf({ plan }: Run): "control" | "run" | null {
  if (plan === null || !WORKFLOWS[plan.workflow].answers) return null;
  return WORKFLOWS[plan.workflow].guardrails.includes("evidence_required") ? "run" : "control";
}

/**
 * True when the plan of a question was reviewed and found good: it is answered, and nobody is asked for an approval.
 */
export function isAnsweredByControl(run: Run): boolean {
  return run.stage === "reviewing" && run.review?.verdict === "PROCEED" && placeOf(run) === "control";
}

/** True when the run's work is to find out, not to change. */
export function isInvestigated(run: Run): boolean {
  return run.stage === "running" && placeOf(run) === "run";
}

/** True when the answer is there and the run has nothing more to do. */
export function isAnswered(run: Run): boolean {
  return run.answer !== null && (isAnsweredByControl(run) || isInvestigated(run));
}
