/** Replies to an event: a reaction, and a comment where the person may have one. */
import type { Denial, RepositoryRole } from "#core/commands/permission.ts";
import { ANSWERS_WITHIN, boundedAnswer } from "#core/runs/quota.ts";
import { type ControlContext, type IntentOutcome, refusedOutcome } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import type { Reaction, ReactionTarget } from "#ports/github-types.ts";

/** The comment, pull request or issue that the reaction to an event goes to. */
export function reactionTargetOf({ comment, pull }: IssueEvent): ReactionTarget {
  if (comment !== null) return { kind: "comment", id: comment };
  return pull === undefined ? { kind: "issue" } : { kind: "pull", number: pull.number };
}

/**
 * Replies to a denied event: strangers get a reaction and no comment; others who lack the role are told so once on an
 * issue, however often they ask.
 */
export async function replyDenied(
  { by, why }: Denial,
  event: IssueEvent,
  role: RepositoryRole,
  control: ControlContext,
): Promise<void> {
  if (by !== "role") return sendReply(refusedOutcome(why), event, control);
  const words = isStranger(role) ? "" : `${event.by.login} may not do this here (${why})`;
  await sendReply(refusedOutcome(words), event, control, { key: `denied/${event.by.id}`, since: EVER });
}

/** A time before all issues on GitHub, in milliseconds. */
const EVER = 86_400_000;

/** True for a person who has no part in the repository. */
export function isStranger(role: RepositoryRole): boolean {
  return role === "none" || role === "read";
}

/**
 * The outcome without its text, for strangers: a comment of ours for each of theirs would be a way to make the bot
 * write.
 */
export function withoutText(outcome: IntentOutcome): IntentOutcome {
  if (outcome.kind === "answer") return { kind: "confused", why: "" };
  return outcome.kind === "done" ? outcome : { ...outcome, why: "" };
}

const REACTIONS: Readonly<Record<IntentOutcome["kind"], Reaction>> = {
  done: "rocket",
  answer: "rocket",
  refused: "-1",
  confused: "confused",
};

/**
 * Sends the reaction, and the text of the outcome as a comment. `comment`: its key and the time since when it may
 * exist; those of this very event where it is left out.
 */
export async function sendReply(
  outcome: IntentOutcome,
  event: IssueEvent,
  control: ControlContext,
  comment = replyKeyOf(event),
): Promise<void> {
  const { github, clock } = control;
  const target = reactionTargetOf(event);
  const isFirst = await github.react(target, REACTIONS[outcome.kind]);
  const words = outcome.kind === "answer" ? outcome.text : outcome.kind === "done" ? "" : outcome.why;
  if (words === "") return;
  const on = event.pull?.number;
  const body = boundedAnswer(words, await github.countComments(REPLY_KEY_PREFIX, clock.now() - ANSWERS_WITHIN, on));
  const wasHeard = !isFirst && target.kind === "comment";
  const pendingSince = clock.now() - JUST_ANSWERED;
  if (body !== null)
    await github.comment({ ...comment, body, ...(on !== undefined && { on }), ...(wasHeard && { pendingSince }) });
}

/**
 * Milliseconds that are taken off the time that lists get: a job that handled the same comment before has sent its
 * answer, so none is on its way.
 */
const JUST_ANSWERED = 10_000;

/** The prefix of the keys of all answers. */
export const REPLY_KEY_PREFIX = "reply/";

function replyKeyOf({ comment, pull, at }: IssueEvent): { readonly key: string; readonly since: number } {
  return { key: `${REPLY_KEY_PREFIX}${comment ?? pull?.review ?? "label"}/${at}`, since: at };
}
