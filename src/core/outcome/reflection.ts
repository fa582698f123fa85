/** The reflection that closes a run: code fills five of the seven fields, a model two. */
import { toolProblemCount } from "#core/events/data/problem-tally.ts";
import type { StopReason } from "#core/events/data/reason.ts";
import type { Reflection } from "#core/events/data/review-results.ts";
import { blockingRules } from "#core/rules/score.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";

/** The two fields that a model fills. */
export type ReflectionJudgement = Pick<Reflection, "rootCause" | "proposedChange">;

/** There is no work to learn from: code closes the run without asking a model. */
const PLAIN: readonly StopReason[] = ["answered"];

/** Code closes a run that ended so at once, without asking a model: a person, a rule or a failure stopped it. */
const ABRUPT: readonly StopReason[] = [
  "user_stop",
  "audit_block",
  "phase_error",
  "setup_failed",
  "budget_exceeded",
  "state_unreadable",
  "sandbox_unavailable",
  "dispatch_failed",
  "worker_lost",
  "unverified",
  "taken_over",
  "push_refused",
  "approval_void",
  "frozen",
  "nothing_changed",
  "base_conflicts",
];

/**
 * True when code closes the run without asking a model: there is nothing to learn, the end was abrupt, or asking failed
 * twice, or once for good.
 */
export function closesWithoutModel(run: Run, reason: StopReason): boolean {
  const { errorState } = run;
  if (ABRUPT.includes(reason) || PLAIN.includes(reason)) return true;
  return errorState?.step === "REFLECT" && (errorState.count >= 2 || !errorState.retryable);
}

/** The seven fields. `words` is null without a model's answer: then its two fields say `not assessed`, or no cause. */
export function reflectionOf(run: Run, reason: StopReason, words: ReflectionJudgement | null): Reflection {
  const success = run.qa?.last?.verdict === "VERIFIED" || run.answer !== null;
  const kept = run.progress.head.commit !== run.base.commit;
  return {
    request: clip(run.issue.title),
    guidance: guidanceOf(run),
    followed: followedOf(run),
    outcome: success ? "Success" : kept ? "Partial" : "Failure",
    accomplishment: accomplishmentOf(run, reason, kept) + stumbledIn(run),
    rootCause: words?.rootCause ?? (success ? "none: the run succeeded" : `not assessed (${reason})`),
    proposedChange: words?.proposedChange ?? "not assessed",
  };
}

function accomplishmentOf(run: Run, reason: StopReason, kept: boolean): string {
  if (run.answer !== null) return `answered with ${run.answer.claims.length} claim(s), each with its quotation`;
  const standing = evaluationToShow(run);
  if (standing === null) return `nothing was evaluated (${reason})`;
  const { score, level } = standing;
  return (
    `score ${score.toFixed(2)} at level ${level} after ${run.progress.iteration} iteration(s); ` +
    `${kept ? "work is on the branch" : "no commit"}`
  );
}

/** The number of tool problems, as the end of a sentence; empty where there were none. */
function stumbledIn({ learned }: Run): string {
  const count = toolProblemCount(learned);
  return count === 0 ? "" : `; agents stumbled ${count} time(s) in ${learned.acts} acts`;
}

function guidanceOf(run: Run): string {
  if (run.review === null) return "N/A - no plan was reviewed";
  const audit = run.audits.last === null ? "no audit" : `last audit ${run.audits.last.verdict}`;
  return `plan-critic ${run.review.verdict} after ${run.revisions} revision(s); ${audit}`;
}

function followedOf(run: Run): string {
  const standing = evaluationToShow(run);
  if (run.answer !== null) return "Yes: nothing was changed";
  if (standing === null) return "No: the run ended before an evaluation";
  const red = blockingRules(standing);
  return red.length === 0 ? "Yes: no fail rule is red" : `Partial: red are ${clip(red.join(", "))}`;
}

function clip(text: string): string {
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
