/** The stop rules in their order; the first that matches wins (behaviours 6.3). Checked at every step boundary. */
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import { auditStopsWork } from "#core/iteration/audit-verdict.ts";
import { blockingRules } from "#core/rules/score.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import { conflictsWithBase, isHeadRejected, isHeadSentBack } from "#core/run/head-status.ts";
import { lastIterationOf, limitsOf, type Run } from "#core/run/run.ts";
import { isOver } from "#core/run/stage.ts";
import { isStepBroken } from "#core/run/trouble.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { MINUTE } from "#core/values/time.ts";
import { tokensOf } from "#core/values/usage.ts";
import { DEAD_ENDS, deadEndOf, isUnscored } from "./graph-end.ts";

export interface StopRule {
  /** The row of behaviours 6.3; null for a reason that the table lists without a number. */
  readonly row: number | null;
  readonly reason: StopReason;
  /** Where it leads: `verifying` means that the loop has passed, `running` that it goes on otherwise. */
  readonly stage: Extract<Stage, "blocked" | "stopped" | "failed" | "verifying" | "paused" | "running">;
  readonly applies: (run: Run) => boolean;
}

/** An evaluation was made and is to be weighed; what is best is on the branch already. */
export function isDeciding(run: Run): boolean {
  const { stage, progress } = run;
  if (needsKeeping(run) || run.audits.owed) return false;
  return stage === "running" && progress.step === "DECIDE" && progress.evaluation !== null;
}

/** Level A has just passed: the same tree goes on to level B in the same iteration (S1.44), whatever the limits of iterations. */
export function passedLevelA(run: Run): boolean {
  return isDeciding(run) && run.progress.level === "A" && run.progress.evaluation?.passed === true;
}

/** At level B with no atom left: while atoms are open, rules that pass are not the end (behaviours 6.3). */
function atB(run: Run): boolean {
  return isDeciding(run) && run.progress.level === "B" && isGraphFinished(run.graph);
}

function noMajorIssues(run: Run): boolean {
  const { evaluation, bRefines } = run.progress;
  return atB(run) && evaluation !== null && blockingRules(evaluation).length === 0 && bRefines >= limitsOf(run).minBRefines;
}

function passes(run: Run): boolean {
  return atB(run) && (run.progress.evaluation?.passed === true || noMajorIssues(run));
}

function qaExhausted(run: Run): boolean {
  if (passes(run)) return isHeadRejected(run);
  if (run.stage !== "verifying" || run.qa?.last?.verdict !== "ISSUES") return false;
  return run.qa.rounds >= limitsOf(run).qaRounds || run.progress.iteration >= lastIterationOf(run);
}

/** A cap is reached and the run would still have to ask a model. */
function overBudget(run: Run): boolean {
  if (run.stage === "publishing" || run.stage === "paused" || run.qa?.last?.verdict === "VERIFIED") return false;
  const { tokens, dollars, minutes } = limitsOf(run);
  const spent = run.spend.dollars ?? 0;
  if (minutes !== null && run.worked.ms >= minutes * MINUTE) return true;
  return run.budgetRefused !== null || (tokens !== null && tokensOf(run.spend) >= tokens) || (dollars !== null && spent >= dollars);
}

/** An iteration has its score and is not the last one, or QA sent the work back; and the run has not paused since. */
function stepDone(run: Run): boolean {
  const { iteration, cause, step } = run.progress;
  const sentBack = run.stage === "running" && cause === "qa" && step === "PLAN";
  const finished = isDeciding(run) && !passedLevelA(run) ? iteration : sentBack ? iteration - 1 : 0;
  return run.stepwise && finished > run.stepped;
}

export const STOP_RULES: readonly StopRule[] = [
  { row: 0, reason: "state_unreadable", stage: "blocked", applies: (run) => run.unreadable !== null },
  { row: 1, reason: "audit_block", stage: "blocked", applies: ({ audits, config }) => auditStopsWork(audits.last, config.audit.mode) },
  { row: 2, reason: "redirect", stage: "running", applies: ({ redirect }) => redirect !== null },
  { row: 3, reason: "user_stop", stage: "stopped", applies: ({ stopRequest }) => stopRequest !== null },
  { row: 4, reason: "user_pause", stage: "paused", applies: ({ pausing, stage }) => pausing !== null && stage !== "paused" },
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
    applies: (run) => atB(run) && !isHeadRejected(run) && !isHeadSentBack(run) && run.progress.evaluation?.passed === true,
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
    (reason): StopRule => ({ row: 7, reason, stage: "stopped", applies: (run) => !isUnscored(run) && deadEndOf(run) === reason }),
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

/** The stop rule that applies now; null while the run may go on, once it is over, and once its work is published: that cannot be taken back. */
export function stopRuleOf(run: Run): StopRule | null {
  if (isOver(run.stage) || run.published !== null) return null;
  return STOP_RULES.find(({ applies }) => applies(run)) ?? null;
}
