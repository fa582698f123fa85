/** Decides which effects on GitHub a run owes to people now. */
import { Effect, type EffectOutbox, pendingSince } from "#core/events/data/effect.ts";
import { isDeferred, isEffectDue } from "#core/run/evolve/deferred-effect.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob } from "#core/run/run-facts.ts";
import { endsAsDraft } from "./draft-pull-request.ts";
import { endsOnPullRequest, unrepliedCorrections } from "./pending-replies.ts";

/** When an effect is due. A comment stays due once it was: a run only goes on from there. */
const DUE: Readonly<Record<Effect, (run: Run) => boolean>> = {
  plan: ({ request, effects }) => request !== null || effects.plan !== undefined,
  status: ({ takenUp }) => takenUp > 0,
  dispatch: (run) => (run.stage === "running" && !run.claimed && run.redirect === null) || awaitsRehearsalJob(run),
  again: ({ stage, request, effects }) =>
    stage === "awaiting_approval" && request !== null && (request.reason !== null || isEdited(effects, request.at)),
  // On the pull request the replies end the round; where the bot could not give them, it comments on the issue.
  result: (run) => isOver(run.stage) && !endsOnPullRequest(run),
  replies: (run) => isOver(run.stage) && unrepliedCorrections(run).length > 0,
  draft: endsAsDraft,
};

/**
 * People saw an earlier plan, and GitHub notifies nobody of an edited comment. A comment that is still to be made shows
 * the plan that waits.
 */
function isEdited({ plan }: EffectOutbox, requested: number): boolean {
  return plan !== undefined && !isDeferred(plan) && pendingSince(plan) < requested;
}

/**
 * The first effect that is due at `now`, in milliseconds, and has to be recorded as pending (again); null when none is.
 * Off GitHub no effect is due.
 */
export function dueEffectOf(run: Run, now: number): Effect | null {
  if (run.issue.number === null) return null;
  return Effect.options.find((effect) => isEffectDue(run.effects[effect], now) && DUE[effect](run)) ?? null;
}

/** The first effect that is pending, not done and still due. */
export function pendingEffectOf(run: Run): Effect | null {
  return Effect.options.find((effect) => run.effects[effect]?.settled === null && DUE[effect](run)) ?? null;
}
