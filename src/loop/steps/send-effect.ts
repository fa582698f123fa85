/**
 * SETTLE: what was announced is done, once, and its receipt written down; or why it could not be done (security 3.4).
 */
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import { type Effect, pendingSince } from "#core/events/data/effect.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHub } from "#ports/github.ts";
import { changedComment } from "#text/comments/changed-comment.ts";
import { newPlanComment } from "#text/comments/new-plan-comment.ts";
import { planComment } from "#text/comments/plan-comment.ts";
import { type Links, resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { clip } from "#text/format/shorten.ts";

type Settled = Extract<EngineCommand, { kind: "settle" }>["effect"];

/**
 * Where it failed, the adapter has looked and sent as often as makes sense: when it is tried again, if ever, is the
 * core's to say.
 */
export async function sendEffect(
  { effect }: Extract<EngineCommand, { kind: "settle" }>,
  run: Run,
  { github }: StepContext,
): Promise<readonly EventDraft[]> {
  if (github === null) throw new Error("bug: nothing is announced off GitHub");
  return resultOfSending(effect, run, () => send(effect, run, github));
}

/** What came of it: the receipt of what was sent, or why nothing was. */
export async function resultOfSending(
  effect: Effect,
  run: Run,
  send: () => Promise<string>,
): Promise<readonly EventDraft[]> {
  try {
    return [{ kind: "settled", effect, receipt: await send(), why: "", ...toldOf(run, effect) }];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [
      {
        kind: "settled",
        effect,
        receipt: null,
        why: clip(error.message, 1000),
        ...toldOf(run, effect),
        ...(error.retryable && { retryable: true }),
      },
    ];
  }
}

/** Which announcement it was: by the time that the receipt is written, another one may be open. */
function toldOf({ effects }: Run, effect: Effect): { readonly told?: number } {
  const open = effects[effect];
  return open === undefined ? {} : { told: open.at };
}

async function send(effect: Settled, run: Run, github: GitHub): Promise<string> {
  const open = run.effects[effect];
  const since = open?.at ?? run.updatedAt;
  if (effect === "dispatch") return github.dispatch({ runId: run.runId, digest: handoverDigestOf(run) ?? "", since });
  return github.comment({
    key: commentKeyOf(run, effect),
    body: bodyOf(effect, run, github),
    since,
    pendingSince: open === undefined ? since : pendingSince(open),
    ...shownPlanOf(run, effect),
  });
}

/**
 * The plan that a comment asks people to approve: whoever may write journals alone cannot write it there (decision
 * 0044).
 */
export function shownPlanOf({ plan }: Run, effect: Effect): { readonly shows?: string } {
  return plan !== null && (effect === "plan" || effect === "again") ? { shows: digestOf(plan) } : {};
}

/** What a comment of the run is found by: no two announcements have the same. */
export function commentKeyOf(run: Run, effect: Effect): string {
  return `${run.runId}/${effect}/${run.effects[effect]?.at ?? 0}`;
}

function bodyOf(effect: Exclude<Settled, "dispatch">, run: Run, github: GitHub): string {
  const links = linksOf(run, github);
  switch (effect) {
    case "plan":
      return planComment(run);
    case "status":
      return statusComment(run, links);
    case "again":
      // Without a reason it is the plan that is another one.
      if (run.request?.reason === null) return newPlanComment(run);
      if (run.request?.reason === "plan_changed") return changedComment(run);
      return resultComment(run, links);
    case "result":
      return resultComment(run, links);
  }
}

/** Addresses of our own making that the comments of a run point to. */
export function linksOf(run: Run, github: Pick<GitHub, "compare">): Links {
  return { compare: github.compare(run.base.branch, branchOf(run)) };
}
