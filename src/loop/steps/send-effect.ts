/** SETTLE: performs an announced effect on GitHub once, and records its receipt, or why it could not be done. */
import { type Dispatch, dispatchOf } from "#core/approval/dispatch.ts";
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
import { type Links, resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { clip } from "#text/format/shorten.ts";
import { newPlanComment } from "#text/plan/new-plan-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";

type Settled = Extract<EngineCommand, { kind: "settle" }>["effect"];

/**
 * Performs the effect. The adapter has retried a failure as often as makes sense: the core decides whether and when it
 * is tried again.
 */
export async function sendEffect(
  { effect }: Extract<EngineCommand, { kind: "settle" }>,
  run: Run,
  { github }: StepContext,
): Promise<readonly EventDraft[]> {
  if (github === null) throw new Error("bug: nothing is announced off GitHub");
  return resultOfSending(effect, run, () => send(effect, run, github));
}

/** Sends, and gives the event with the receipt, or with the reason why nothing was sent. */
export async function resultOfSending(
  effect: Effect,
  run: Run,
  send: () => Promise<string>,
): Promise<readonly EventDraft[]> {
  try {
    return [{ kind: "settled", effect, receipt: await send(), why: "", ...announcementOf(run, effect) }];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [
      {
        kind: "settled",
        effect,
        receipt: null,
        why: clip(error.message, 1000),
        ...announcementOf(run, effect),
        ...(error.retryable && { retryable: true }),
      },
    ];
  }
}

/** Names the announcement by its time: when the receipt is recorded, another one may be pending. */
function announcementOf({ effects }: Run, effect: Effect): { readonly told?: number } {
  const open = effects[effect];
  return open === undefined ? {} : { told: open.at };
}

async function send(effect: Settled, run: Run, github: GitHub): Promise<string> {
  const open = run.effects[effect];
  const since = open?.at ?? run.updatedAt;
  if (effect === "dispatch") return github.dispatch({ runId: run.runId, ...orderOf(run), since });
  return github.comment({
    key: commentKeyOf(run, effect),
    body: bodyOf(effect, run, github),
    since,
    pendingSince: open === undefined ? since : pendingSince(open),
    ...shownPlanOf(run, effect),
  });
}

function orderOf(run: Run): Dispatch {
  const order = dispatchOf(run);
  if (order === null) throw new Error("bug: a workflow run is announced, and there is no work for it");
  return order;
}

/**
 * The digest of the plan that a comment asks people to approve: a job that can only write journals cannot write it
 * there (.github/decisions/0044).
 */
export function shownPlanOf({ plan }: Run, effect: Effect): { readonly shows?: string } {
  return plan !== null && (effect === "plan" || effect === "again") ? { shows: digestOf(plan) } : {};
}

/** The key by which a comment of the run is found again: no two announcements have the same. */
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
      // Without a reason the request is for a new plan.
      if (run.request?.reason === null) return newPlanComment(run);
      if (run.request?.reason === "plan_changed") return changedComment(run);
      return resultComment(run, links);
    case "result":
      return resultComment(run, links);
  }
}

/** The links of the comments of a run that the bot makes itself. */
export function linksOf(run: Run, github: Pick<GitHub, "compare">): Links {
  return { compare: github.compare(run.base.branch, branchOf(run)) };
}
