/** What whoever wished is told: a sign on what they said, and words where they may have some (architecture 8). */
import type { Denial, RepositoryRole } from "#core/commands/permission.ts";
import { ANSWERS_WITHIN, boundedAnswer } from "#core/config/quota.ts";
import {
  type ControlContext,
  type IntentOutcome,
  type IssueEvent,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import type { Reaction, ReactionTarget } from "#ports/github-types.ts";

/** What was said, and where. */
export function reactionTargetOf({ comment, pull }: IssueEvent): ReactionTarget {
  if (comment !== null) return { kind: "comment", id: comment };
  return pull === undefined ? { kind: "issue" } : { kind: "pull", number: pull.number };
}

/**
 * Strangers get a sign and no words; whoever else lacks the role is told so once on an issue, however often they ask
 * (AUTH-02).
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

/** Before there were issues on GitHub, in milliseconds. */
const EVER = 86_400_000;

/** True for whoever has no part in the repository. */
export function isStranger(role: RepositoryRole): boolean {
  return role === "none" || role === "read";
}

/** Strangers get no words: a comment of ours for each of theirs would be a way to make us write. */
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

/** `letter`: the key of the words and since when they may stand there; those of this very wish where it is left out. */
export async function sendReply(
  outcome: IntentOutcome,
  event: IssueEvent,
  control: ControlContext,
  comment = letterOf(event),
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
 * Milliseconds that are taken off the time that lists get: whoever heard the same words before has sent their answer,
 * so nothing is on its way.
 */
const JUST_ANSWERED = 10_000;

/** How the keys of all answers begin. */
export const REPLY_KEY_PREFIX = "reply/";

function letterOf({ comment, pull, at }: IssueEvent): { readonly key: string; readonly since: number } {
  return { key: `${REPLY_KEY_PREFIX}${comment ?? pull?.review ?? "label"}/${at}`, since: at };
}
