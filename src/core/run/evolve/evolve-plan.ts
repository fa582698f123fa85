/** The events before an approval: what each changes in a run. */
import { withoutEffects } from "#core/events/data/effect.ts";
import { withPlanNumbers } from "#core/plan/plan-numbers.ts";
import { graphOf } from "#core/tasks/graph.ts";
import type { EventChanges } from "./reducer.ts";

export const PLAN_CHANGES: EventChanges = {
  run_hydrated: (_run, { plan }) => ({
    plan,
    graph: graphOf(plan.atoms),
    newerComment: null,
    review: null,
    rehearsal: null,
    questions: [],
    errorState: null,
  }),
  rehearsed: (run, { plan, broken, failed }) => ({
    plan,
    rehearsal: { broken, failed },
    errorState: null,
    replaced: 0,
    // The next workflow run is another one.
    effects: withoutEffects(run.effects, "dispatch"),
  }),
  info_requested: (_run, { questions }) => ({ questions, ending: "questions", errorState: null }),
  plan_reviewed: (_run, { review }) => ({ review, errorState: null }),
  // A plan that no critic has seen comes back from its rehearsal.
  revision_requested: ({ review, revisions, returned, rehearsal }) => {
    if (review !== null) return { revisions: revisions + 1 };
    return rehearsal?.broken.length === 0 ? { sharpened: true } : { returned: returned + 1 };
  },
  approval_requested: (run, { digest, reason, at }) => ({
    request: { digest, reason, at },
    approval: null,
    claimed: false,
    returned: 0,
    sharpened: false,
    errorState: null,
    effects: withoutEffects(run.effects, "again", "dispatch"),
  }),
  plan_changed: ({ plan }, { settings }) => (plan === null ? {} : { plan: withPlanNumbers(plan, settings) }),
  discussion_moved: ({ newerComment }, { comment, by, written, url }) => ({
    newerComment: newerComment ?? { comment, by, written, url },
  }),
  halted: (_run, { reason }) => ({ ending: reason }),
  approved: (_run, { by, digest, handover, comment, account, stepwise, policy, at }) => ({
    approval: { by, digest, handover, comment, account, at, ...(policy && { policy }) },
    stepwise,
    takenUp: 0,
    missed: 0,
  }),
};
