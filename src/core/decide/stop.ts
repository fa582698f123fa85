/** The stop rules in their order: the first that matches wins. The engine checks them at every step boundary. */
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import { auditStopsWork } from "#core/iteration/audit-verdict.ts";
import { conflictsWithBase, isHeadRejected, isHeadSentBack } from "#core/run/head-status.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { isStepBroken, lastIterationOf, limitsOf } from "#core/run/run-facts.ts";
import { DEAD_ENDS, deadEndOf, isUnscored } from "./graph-end.ts";
import {
  atB,
  isDeciding,
  noMajorIssues,
  overBudget,
  passedLevelA,
  passes,
  qaExhausted,
  stepDone,
} from "./stop-conditions.ts";

export interface StopRule {
  /** Number of the rule in the order of the stop rules; null for a reason without a number. */
  readonly row: number | null;
  readonly reason: StopReason;
  /** Where it leads: `verifying` means that the loop has passed, `running` that it goes on otherwise. */
  readonly stage: Extract<Stage, "blocked" | "stopped" | "failed" | "verifying" | "paused" | "running">;
  readonly applies: (run: Run) => boolean;
}

export const STOP_RULES: readonly StopRule[] = [
  { row: 0, reason: "state_unreadable", stage: "blocked", applies: (run) => run.unreadable !== null },
  {
    row: 1,
    reason: "audit_block",
    stage: "blocked",
    applies: ({ audits, config }) => auditStopsWork(audits.last, config.audit.mode),
  },
  { row: 2, reason: "redirect", stage: "running", applies: ({ redirect }) => redirect !== null },
  { row: 3, reason: "user_stop", stage: "stopped", applies: ({ stopRequest }) => stopRequest !== null },
  {
    row: 4,
    reason: "user_pause",
    stage: "paused",
    applies: ({ pausing, stage }) => pausing !== null && stage !== "paused",
  },
  {
    row: null,
    reason: "phase_error",
    stage: "failed",
    applies: isStepBroken,
  },
  ...(["sandbox_unavailable", "dispatch_failed", "worker_lost", "unverified", "push_refused"] as const).map(
    (reason): StopRule => ({ row: null, reason, stage: "failed", applies: ({ gaveUp }) => gaveUp?.reason === reason }),
  ),
  ...(["taken_over", "approval_void", "frozen"] as const).map(
    (reason): StopRule => ({ row: null, reason, stage: "stopped", applies: ({ gaveUp }) => gaveUp?.reason === reason }),
  ),
  { row: null, reason: "branch_gone", stage: "paused", applies: ({ gaveUp }) => gaveUp?.reason === "branch_gone" },
  {
    row: null,
    reason: "large_change",
    stage: "paused",
    applies: ({ gaveUp, stage }) => gaveUp?.reason === "large_change" && stage !== "paused",
  },
  { row: null, reason: "setup_failed", stage: "failed", applies: ({ setup }) => setup?.ok === false },
  {
    row: 5,
    reason: "threshold_reached",
    stage: "verifying",
    applies: (run) =>
      atB(run) && !isHeadRejected(run) && !isHeadSentBack(run) && run.progress.evaluation?.passed === true,
  },
  {
    row: 6,
    reason: "no_major_issues",
    stage: "verifying",
    applies: (run) => !isHeadRejected(run) && !isHeadSentBack(run) && noMajorIssues(run),
  },
  { row: null, reason: "base_conflicts", stage: "stopped", applies: conflictsWithBase },
  { row: null, reason: "qa_issues", stage: "stopped", applies: qaExhausted },
  { row: null, reason: "nothing_changed", stage: "stopped", applies: (run) => isHeadSentBack(run) && passes(run) },
  ...DEAD_ENDS.map(
    (reason): StopRule => ({
      row: 7,
      reason,
      stage: "stopped",
      applies: (run) => !isUnscored(run) && deadEndOf(run) === reason,
    }),
  ),
  {
    row: 8,
    reason: "stagnation",
    stage: "stopped",
    applies: (run) => isDeciding(run) && !passedLevelA(run) && run.progress.stagnation >= 2,
  },
  {
    row: 9,
    reason: "stall_limit",
    stage: "stopped",
    applies: (run) => isDeciding(run) && !passedLevelA(run) && run.graph.stalls >= limitsOf(run).stalls,
  },
  { row: 10, reason: "budget_exceeded", stage: "stopped", applies: overBudget },
  {
    row: 11,
    reason: "iteration_limit",
    stage: "stopped",
    applies: (run) => isDeciding(run) && !passedLevelA(run) && run.progress.iteration >= lastIterationOf(run),
  },
  { row: null, reason: "step_pause", stage: "paused", applies: stepDone },
];

/**
 * The stop rule that applies now; null while the run may go on, once it is over, and once its work is published:
 * publishing cannot be taken back.
 */
export function stopRuleOf(run: Run): StopRule | null {
  if (isOver(run.stage) || run.published !== null) return null;
  return STOP_RULES.find(({ applies }) => applies(run)) ?? null;
}
