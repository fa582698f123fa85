/** The stages that a run can be in, and the reasons for which it stops. */
import * as z from "zod";

export const Stage = z.enum([
  "hydrating",
  "reviewing",
  "awaiting_approval",
  "running",
  "verifying",
  "publishing",
  "completed",
  "needs_info",
  "halted",
  "paused",
  "blocked",
  "stopped",
  "failed",
]);
export type Stage = z.infer<typeof Stage>;

export const StopReason = z.enum([
  "state_unreadable",
  "audit_block",
  "redirect",
  "user_stop",
  "user_pause",
  "step_pause",
  "phase_error",
  "setup_failed",
  "threshold_reached",
  "no_major_issues",
  "or_exhausted",
  "deadlock",
  "atom_failed",
  "empty_plan",
  "stagnation",
  "stall_limit",
  "budget_exceeded",
  "iteration_limit",
  "base_conflicts",
  "qa_issues",
  "nothing_changed",
  "critic_halt",
  "rehearsal_failed",
  "approval_invalid",
  "base_already_green",
  "plan_changed",
  "questions",
  "sandbox_unavailable",
  "dispatch_failed",
  "worker_lost",
  "unverified",
  "taken_over",
  "branch_gone",
  "large_change",
  "push_refused",
  "approval_void",
  "frozen",
  "answered",
]);
export type StopReason = z.infer<typeof StopReason>;

/** False where a runner was lost, at work or while it verified: that says nothing about the work. */
export function isOwnFault(ending: StopReason | null): boolean {
  return ending !== "worker_lost" && ending !== "unverified";
}
