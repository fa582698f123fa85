/** The events before an approval: what each changes in a run. */
import { withoutEffects } from "#core/events/data/effect.ts";
import { withPlanNumbers } from "#core/plan/plan-numbers.ts";
import { graphOf } from "#core/tasks/graph.ts";
import type { EventChanges } from "./reducer.ts";

export const PLAN_CHANGES: EventChanges = {
  run_hydrated: (_run, { plan }) => ({
    plan,
    graph: graphOf(plan.atoms),
    review: null,
    questions: [],
    errorState: null,
  }),
  info_requested: (_run, { questions }) => ({ questions, ending: "questions", errorState: null }),
  plan_reviewed: (_run, { review }) => ({ review, errorState: null }),
  revision_requested: (run) => ({ revisions: run.revisions + 1 }),
  approval_requested: (run, { digest, reason, at }) => ({
    request: { digest, reason, at },
    approval: null,
    claimed: false,
    errorState: null,
    effects: withoutEffects(run.effects, "again", "dispatch"),
  }),
  plan_changed: ({ plan }, { settings }) => (plan === null ? {} : { plan: withPlanNumbers(plan, settings) }),
  halted: (_run, { reason }) => ({ ending: reason }),
  approved: (_run, { by, digest, handover, comment, account, stepwise, policy, at }) => ({
    approval: { by, digest, handover, comment, account, at, ...(policy && { policy }) },
    stepwise,
    takenUp: 0,
    missed: 0,
  }),
};
