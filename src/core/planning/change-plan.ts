/** An approver changes the numbers of a plan: decides what follows, and what the configuration does not allow. */
import type { EventDraft } from "#core/events/event.ts";
import { PLAN_NUMBER_NAMES, type PlanNumberName, type PlanNumbers, withPlanNumbers } from "#core/plan/plan-numbers.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import type { Limits } from "#core/values/limits.ts";

/**
 * The result of a request for other numbers: the changed plan and a new request for approval, or why not. Neither where
 * the plan has these numbers already. core/commands/permission decides whether the person may.
 */
export function changePlan(
  run: Run,
  by: string,
  settings: PlanNumbers,
): { readonly drafts: readonly EventDraft[]; readonly reasons: readonly string[] } {
  const reasons = reasonsAgainst(run, settings);
  if (run.plan === null || reasons.length > 0) return { drafts: [], reasons };
  const digest = digestOf(withPlanNumbers(run.plan, settings));
  if (digest === run.request?.digest) return { drafts: [], reasons };
  const changed: EventDraft = { kind: "plan_changed", by, settings };
  return { drafts: [changed, { kind: "approval_requested", digest, reason: "plan_changed" }], reasons };
}

function reasonsAgainst({ stage, plan, request, config }: Run, settings: PlanNumbers): readonly string[] {
  if (stage !== "awaiting_approval" || plan === null)
    return [`numbers can be changed while a plan waits for an approval: this run is ${stage}`];
  if (WORKFLOWS[plan.workflow].answers) return [`a ${plan.workflow} is answered once: there are no numbers to change`];
  if (request?.reason === "base_already_green") return ["this plan cannot be approved, whatever its numbers"];
  return PLAN_NUMBER_NAMES.flatMap((name) => {
    const most = mostOf(config.limits, name);
    return (settings[name] ?? 0) > most ? [`${name} can be at most ${most} here: the configuration says so`] : [];
  });
}

/**
 * No cap of the configuration can be raised by a comment; iterations are bounded by their own key, because each is paid
 * for under the caps.
 */
function mostOf(limits: Limits, name: PlanNumberName): number {
  switch (name) {
    case "max_iterations":
      return Math.max(limits.iterations, limits.iterationsAtMost);
    case "tokens":
    case "dollars":
    case "minutes":
      return limits[name] ?? Infinity;
    default:
      return 1;
  }
}
