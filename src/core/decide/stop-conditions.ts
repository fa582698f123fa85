/**
 * Conditions of the stop rules: levels that passed, QA rounds and budgets that are used up, an iteration that waits for
 * a person.
 */
import { blockingRules } from "#core/rules/score.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import { isHeadRejected } from "#core/run/head-status.ts";
import type { Run } from "#core/run/run.ts";
import { lastIterationOf, limitsOf } from "#core/run/run-facts.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { MINUTE } from "#core/values/time.ts";
import { tokensOf } from "#core/values/usage.ts";

/** An evaluation was made and is to be weighed; what is best is on the branch already. */
export function isDeciding(run: Run): boolean {
  const { stage, progress } = run;
  if (needsKeeping(run) || run.audits.owed) return false;
  return stage === "running" && progress.step === "DECIDE" && progress.evaluation !== null;
}

/**
 * Level A has just passed: the run takes the same tree to level B in the same iteration, whatever the limits of
 * iterations.
 */
export function passedLevelA(run: Run): boolean {
  return isDeciding(run) && run.progress.level === "A" && run.progress.evaluation?.passed === true;
}

/** At level B with no atom left: while atoms are open, passing rules do not end the run. */
export function atB(run: Run): boolean {
  return isDeciding(run) && run.progress.level === "B" && isGraphFinished(run.graph);
}

export function noMajorIssues(run: Run): boolean {
  const { evaluation, bRefines } = run.progress;
  return (
    atB(run) && evaluation !== null && blockingRules(evaluation).length === 0 && bRefines >= limitsOf(run).minBRefines
  );
}

export function passes(run: Run): boolean {
  return atB(run) && (run.progress.evaluation?.passed === true || noMajorIssues(run));
}

export function qaExhausted(run: Run): boolean {
  if (passes(run)) return isHeadRejected(run);
  if (run.stage !== "verifying" || run.qa?.last?.verdict !== "ISSUES") return false;
  return run.qa.rounds >= limitsOf(run).qaRounds || run.progress.iteration >= lastIterationOf(run);
}

/** A cap is reached and the run would still have to ask a model. */
export function overBudget(run: Run): boolean {
  if (run.stage === "publishing" || run.stage === "paused" || run.qa?.last?.verdict === "VERIFIED") return false;
  const { tokens, dollars, minutes } = limitsOf(run);
  const spent = run.spend.dollars ?? 0;
  if (minutes !== null && run.worked.ms >= minutes * MINUTE) return true;
  return (
    run.budgetRefused !== null ||
    (tokens !== null && tokensOf(run.spend) >= tokens) ||
    (dollars !== null && spent >= dollars)
  );
}

/** An iteration has its score and is not the last one, or QA sent the work back; and the run has not paused since. */
export function stepDone(run: Run): boolean {
  const { iteration, cause, step } = run.progress;
  const sentBack = run.stage === "running" && cause === "qa" && step === "PLAN";
  const finished = isDeciding(run) && !passedLevelA(run) ? iteration : sentBack ? iteration - 1 : 0;
  return run.stepwise && finished > run.stepped;
}
