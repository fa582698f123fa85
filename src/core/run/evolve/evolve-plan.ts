/** What the events before an approval change. */
import { without } from "#core/events/data/effect.ts";
import { withSettings } from "#core/plan/settings.ts";
import { graphOf } from "#core/tasks/graph.ts";
import type { Changes } from "./reducer.ts";

export const PLAN_CHANGES: Changes = {
  run_hydrated: (_run, { plan }) => ({ plan, graph: graphOf(plan.atoms), review: null, questions: [], trouble: null }),
  info_requested: (_run, { questions }) => ({ questions, ending: "questions", trouble: null }),
  plan_reviewed: (_run, { review }) => ({ review, trouble: null }),
  revision_requested: (run) => ({ revisions: run.revisions + 1 }),
  approval_requested: (run, { digest, reason, at }) => ({
    request: { digest, reason, at },
    approval: null,
    consumed: false,
    trouble: null,
    effects: without(run.effects, "again", "dispatch"),
  }),
  plan_changed: ({ plan }, { settings }) => (plan === null ? {} : { plan: withSettings(plan, settings) }),
  halted: (_run, { reason }) => ({ ending: reason }),
  approved: (_run, { by, digest, handover, comment, account, stepwise, policy, at }) => ({
    approval: { by, digest, handover, comment, account, at, ...(policy && { policy }) },
    stepwise,
    takenUp: 0,
    missed: 0,
  }),
};
