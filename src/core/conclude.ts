/** Conclusions: the events that follow from a run without a command being performed. */
import { approvedByPolicy } from "#core/approval/approval.ts";
import { reasonsAgainstPolicy } from "#core/approval/policy.ts";
import { backtrack, goOnWithAtoms, startAtom } from "#core/decide/conclude-atoms.ts";
import {
  advance,
  closeAnswered,
  complete,
  fixQaIssues,
  passLoop,
  requestPublication,
  switchLevel,
} from "#core/decide/conclude-loop.ts";
import type { Conclusion, DriverFacts } from "#core/decide/conclusion.ts";
import { dueEffectOf } from "#core/decide/due-effects.ts";
import { endingOf } from "#core/decide/ending.ts";
import { judgeRehearsal } from "#core/decide/rehearsal.ts";
import { stopRuleOf } from "#core/decide/stop.ts";
import { type Event, withTime } from "#core/events/event.ts";
import { canShowWork } from "#core/iteration/red-on-base.ts";
import { closesWithoutModel, reflectionOf } from "#core/outcome/reflection.ts";
import { isAnsweredByControl } from "#core/run/answering.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { isRehearsalDue, limitsOf, planOf } from "#core/run/run-facts.ts";
import { isLawful } from "#core/run/stage.ts";
import { digestOf } from "#core/values/digest.ts";

const discard: Conclusion = ({ stage, progress: { step, tree, best, rows, head } }) => {
  const last = rows.at(-1);
  if (stage !== "running" || step !== "DECIDE" || last === undefined || last.kept || tree !== last.tree) return null;
  return tree === (best?.evaluation.tree ?? head.tree) ? null : { kind: "iteration_discarded", tree };
};

/** Code alone writes the reflection of a run that ends abruptly. */
const reflect: Conclusion = (run) => {
  const ending = endingOf(run);
  if (ending === null || run.reflection !== null || !closesWithoutModel(run, ending.reason)) return null;
  return { kind: "reflection_done", reflection: reflectionOf(run, ending.reason, null) };
};

const end: Conclusion = (run, { key }) => {
  const rule = stopRuleOf(run);
  if (rule === null || endingOf(run) === null || run.reflection === null) return null;
  if (rule.stage === "blocked") return { kind: "run_blocked", reason: rule.reason };
  return rule.stage === "failed"
    ? { kind: "failed", reason: rule.reason, key }
    : { kind: "stopped", reason: rule.reason, key };
};

const pause: Conclusion = (run) => {
  const rule = stopRuleOf(run);
  return rule?.stage === "paused" ? { kind: "paused", reason: rule.reason } : null;
};

/** A redirect asks for another thing than was planned: a new plan, and a new approval of it. */
const replan: Conclusion = ({ stage, redirect, corrections }) =>
  stage === "running" && redirect !== null && corrections[redirect]?.kind === "objective_change"
    ? { kind: "objective_changed" }
    : null;

const judgeReview: Conclusion = (run) => {
  if (run.stage !== "reviewing" || run.review === null) return null;
  if (isAnsweredByControl(run) || isRehearsalDue(run)) return null;
  if (run.review.verdict === "PROCEED")
    return { kind: "approval_requested", digest: digestOf(planOf(run)), reason: null };
  if (run.review.verdict === "REVISE" && run.revisions < limitsOf(run).revisions) return { kind: "revision_requested" };
  return { kind: "halted", reason: "critic_halt" };
};

/**
 * Small and harmless work needs no person, where the configuration says so; a plan that people influenced needs one.
 */
const approveByPolicy: Conclusion = (run, { at }) => {
  const { stage, approval, issue, corrections, request } = run;
  if (stage !== "awaiting_approval" || approval !== null || issue.number === null) return null;
  if (request?.reason !== null || corrections.length > 0) return null;
  return reasonsAgainstPolicy(run).length === 0 ? approvedByPolicy(run, request, at) : null;
};

/** `tdd` needs a `fail` rule that is red on the base: else nothing would show that the work was done. */
const refuseGreenBase: Conclusion = (run) => {
  if (run.stage !== "running" || run.baseScore === null || run.plan === null) return null;
  if (canShowWork(run.plan, run.baseScore.results)) return null;
  return { kind: "approval_requested", digest: digestOf(run.plan), reason: "base_already_green" };
};

/** Nothing was changed and everything passes: there is nothing to publish. */
const refuseUnchanged: Conclusion = (run) => {
  if (stopRuleOf(run)?.stage !== "verifying" || run.plan === null || run.progress.head.commit !== run.base.commit)
    return null;
  return { kind: "approval_requested", digest: digestOf(run.plan), reason: "base_already_green" };
};

/** The driver records the intent in the journal, in the same commit as its cause, before it sends anything. */
const announce: Conclusion = (run, { at }) => {
  const effect = dueEffectOf(run, at);
  return effect === null ? null : { kind: "announced", effect };
};

/** In this order; `end` comes before all that would go on. */
const CONCLUSIONS: readonly Conclusion[] = [
  discard,
  reflect,
  end,
  backtrack,
  replan,
  pause,
  judgeRehearsal,
  judgeReview,
  approveByPolicy,
  refuseGreenBase,
  refuseUnchanged,
  passLoop,
  switchLevel,
  goOnWithAtoms,
  advance,
  fixQaIssues,
  requestPublication,
  complete,
  closeAnswered,
  announce,
  startAtom,
];

/** All that follows from the run, in order; empty when a command must be performed first. */
export function conclude(run: Run, facts: DriverFacts): readonly Event[] {
  // The driver writes nothing to a journal that it cannot read; a run that ends waits for its reflection.
  if (run.unreadable !== null) return [];
  const waits = endingOf(run) !== null && run.reflection === null;
  for (const conclusion of waits ? [discard, reflect] : CONCLUSIONS) {
    const draft = conclusion(run, facts);
    if (draft === null) continue;
    const event = withTime(draft, facts.at);
    // An event that is not lawful in the stage would change nothing, and follow again for ever.
    if (!isLawful(run.stage, event)) continue;
    return [event, ...conclude(evolve(run, event), facts)];
  }
  return [];
}
