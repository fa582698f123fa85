/** Decides whether a run gives an answer instead of changes, which job gives it, and whether it is there. */
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "./run.ts";

/**
 * The job that answers the run's workflow: the control job by reading, without approval, or the run job, where commands
 * can run. Null: the run makes changes.
 */
function placeOf({ plan }: Run): "control" | "run" | null {
  if (plan === null || !WORKFLOWS[plan.workflow].answers) return null;
  return WORKFLOWS[plan.workflow].guardrails.includes("evidence_required") ? "run" : "control";
}

/** True when the plan of a question was reviewed and found good: the control job answers it, without an approval. */
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
