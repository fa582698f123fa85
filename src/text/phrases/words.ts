/** Words for stages, reasons and events that ended a run, the same in every comment and on the command line. */
import type { WithdrawalCause } from "#core/commands/intent.ts";
import type { Stage, StopReason } from "#core/events/data/reason.ts";

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  hydrating: "Writing the plan",
  reviewing: "Reviewing the plan",
  awaiting_approval: "Waiting for approval",
  running: "Running",
  verifying: "Verifying",
  publishing: "Publishing",
  completed: "Completed",
  needs_info: "Needs an answer",
  halted: "Halted",
  paused: "Paused",
  blocked: "Blocked",
  stopped: "Stopped",
  failed: "Failed",
};

/** Each continues a sentence after "because". */
export const REASON_WORDS: Readonly<Record<StopReason, string>> = {
  state_unreadable: "the run's history cannot be read",
  audit_block: "an audit objected to the work",
  redirect: "a maintainer redirected it",
  user_stop: "somebody asked for it",
  user_pause: "somebody asked for a pause",
  step_pause: "an iteration is done, and each is looked at before the next",
  phase_error: "a step failed and could not be repeated",
  setup_failed: "the repository could not be set up and tested as it is",
  threshold_reached: "the score reached the threshold",
  no_major_issues: "no fail rule is red; warnings remain",
  or_exhausted: "every alternative was tried and failed",
  deadlock: "tasks are left and none of them can begin",
  atom_failed: "a task failed for good, and nothing else can be done instead",
  empty_plan: "the plan holds no task",
  stall_limit: "too many iterations in a row brought no task further",
  stagnation: "the score no longer rises",
  budget_exceeded: "the budget is used up",
  iteration_limit: "the last allowed iteration did not pass",
  base_conflicts: "the base branch has moved and conflicts with the work",
  qa_issues: "QA still finds issues",
  nothing_changed: "nothing was changed about work that was sent back",
  critic_halt: "the review did not accept the plan",
  rehearsal_failed: "rules of the plan say nothing about the work, as trying them on the base has shown",
  approval_invalid: "the approval does not hold any more",
  base_already_green: "no fail rule is red on the base, so nothing would show that the work was done",
  plan_changed: "the plan's numbers were changed",
  questions: "the issue leaves questions open",
  sandbox_unavailable: "this machine has no sandbox that holds",
  dispatch_failed: "the workflow could not be started",
  worker_lost: "the workflow run ended before the run did",
  answered: "what was asked is answered",
  unverified: "the verdict or the approval could not be confirmed",
  taken_over: "the branch or its pull request is in a person's hands now",
  large_change: "the change is so large, or of such a kind, that a person looks at it first",
  branch_gone: "its branch was deleted",
  push_refused: "GitHub refuses what was to be pushed",
  approval_void: "nobody who may approve stands behind it any more",
  frozen: "everything is held up here",
};

/** How a rule fares on the base, in words. */
export function baseColourOf(verdict: "pass" | "fail" | "warn" | "na" | undefined): string {
  if (verdict === undefined) return "not run yet";
  if (verdict === "na") return "cannot tell";
  return verdict === "pass" ? "green" : "red";
}

/** Which event ended a run from outside. `by`: the login of the person who did it. */
export const TRIGGER_REMOVED_WORDS: Readonly<Record<WithdrawalCause, (by: string) => string>> = {
  issue_closed: () => "the issue was closed",
  label_removed: () => "the label was taken away",
  pull_closed: (by) => `${by} closed the pull request`,
  pull_merged: (by) => `${by} merged the pull request`,
  pull_pushed: (by) => `${by} pushed to the branch of the pull request, so it is theirs now`,
};
