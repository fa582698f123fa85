/** Decides what the engine does now: a pure function of the run. It never throws for a run that `replay` gave. */
import type { Effect } from "#core/events/data/effect.ts";
import { isAnsweredByControl, isInvestigated } from "#core/run/answering.ts";
import { unkeptTree } from "#core/run/best-result.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { isRehearsalDue, reviewsToMeasure } from "#core/run/run-facts.ts";
import { pendingEffectOf } from "./due-effects.ts";
import { endingOf } from "./ending.ts";
import type { EngineCommand, EngineStop } from "./engine-command.ts";
import { evaluationCommandOf, productionCommandOf } from "./production.ts";
import { stopRuleOf } from "./stop.ts";

/**
 * The next command, or why there is none. The caller has applied the conclusions (core/conclude) to the run already.
 */
export function next(run: Run): EngineCommand | EngineStop {
  if (run.unreadable !== null) return { kind: "stop", stage: "blocked", reason: "state_unreadable" };
  const ending = endingOf(run);
  if (ending !== null) return { kind: "reflect", ...ending };
  const effect = pendingEffectOf(run);
  if (effect !== null) return doing(effect);
  const rule = stopRuleOf(run);
  if (rule?.stage === "paused") return { kind: "stop", stage: "paused", reason: rule.reason };
  if (rule?.stage === "running") return { kind: "redirect" };
  if (isResting(run.stage))
    return { kind: "stop", stage: run.stage, reason: run.ending ?? run.request?.reason ?? null };
  return inStage(run);
}

function doing(effect: Effect): EngineCommand {
  if (effect === "draft") return { kind: "draft" };
  return effect === "replies" ? { kind: "reply" } : { kind: "settle", effect };
}

function inStage(run: Run): EngineCommand {
  switch (run.stage) {
    case "hydrating":
      return { kind: "hydrate" };
    case "reviewing":
      if (isRehearsalDue(run)) return { kind: "rehearse" };
      return isAnsweredByControl(run) ? { kind: "answer" } : { kind: "review" };
    case "verifying":
      return inVerification(run);
    case "publishing":
      return { kind: "publish" };
    default:
      return inLoop(run);
  }
}

function inVerification(run: Run): EngineCommand {
  return run.audits.beforeQa ? { kind: "verify" } : { kind: "audit" };
}

function inLoop(run: Run): EngineCommand {
  if (!run.claimed) return { kind: "consume" };
  if (run.audits.owed) return { kind: "audit" };
  if (run.setup === null) return { kind: "setup" };
  if (isInvestigated(run)) return { kind: "investigate" };
  if (run.baseScore === null) return { kind: "score_base" };
  const tree = unkeptTree(run);
  if (tree !== null) return { kind: "keep", tree };
  if (reviewsToMeasure(run).length > 0) return { kind: "measure" };
  switch (run.progress.step) {
    case "PLAN":
      return { kind: "plan" };
    case "PRODUCE_PREPARE":
      return productionCommandOf(run);
    case "PREPARE":
      return { kind: "prepare" };
    case "REFINE":
      return { kind: "refine" };
    case "DECIDE":
    case "CRITIQUE":
      return { kind: "critique" };
    default:
      return evaluationCommandOf(run);
  }
}
