/**
 * Conclusions of the loop: a level or the loop passed, QA's issues are fixed, the work is to be published, the run is
 * complete.
 */
import { isAnswered } from "#core/run/answering.ts";
import type { Conclusion } from "./conclusion.ts";
import { stopRuleOf } from "./stop.ts";
import { passedLevelA } from "./stop-conditions.ts";

/** A run that enters the loop again, after a pause say, records the entry first; then it hands the work over to QA. */
export const passLoop: Conclusion = (run, { key }) => {
  const rule = stopRuleOf(run);
  return rule?.stage === "verifying" && run.claimed ? { kind: "loop_passed", reason: rule.reason, key } : null;
};

export const switchLevel: Conclusion = (run) =>
  passedLevelA(run) && run.progress.tree !== null ? { kind: "phase_switched", to: "B", tree: run.progress.tree } : null;

export const advance: Conclusion = ({ stage, progress: { step, iteration } }) =>
  stage === "running" && step === "ADVANCE"
    ? { kind: "iteration_advanced", iteration: iteration + 1, cause: "refined" }
    : null;

export const fixQaIssues: Conclusion = (run) =>
  run.stage === "verifying" && run.qa?.last?.verdict === "ISSUES"
    ? { kind: "iteration_advanced", iteration: run.progress.iteration + 1, cause: "qa" }
    : null;

export const requestPublication: Conclusion = (run) =>
  run.stage === "verifying" && run.qa?.last?.verdict === "VERIFIED" && run.reflection !== null
    ? { kind: "publish_requested" }
    : null;

export const complete: Conclusion = ({ stage, published, passedBy }, { key }) =>
  stage === "publishing" && published !== null
    ? { kind: "completed", reason: passedBy ?? "threshold_reached", key }
    : null;

/** The answer is all that was asked for. */
export const closeAnswered: Conclusion = (run, { key }) =>
  isAnswered(run) && run.reflection !== null ? { kind: "completed", reason: "answered", key } : null;
