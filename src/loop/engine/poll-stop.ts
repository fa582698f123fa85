/**
 * Polls for a `/stop` once a minute from the job that works on a run, because the bot may be down. All other commands
 * wait for the bot.
 */
import { authorize, mayWrite } from "#core/commands/permission.ts";
import { isLaterComment } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { MINUTE } from "#core/values/time.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { GitHub } from "#ports/github.ts";
import type { UserComment } from "#ports/github-comments.ts";
import { intentIn } from "./intent-in.ts";

/**
 * True once in each minute since the worker was dispatched. `before`, `now`: the last poll and this one, in
 * milliseconds.
 */
export function isStopPollDue({ effects }: Run, { worker, github }: StepContext, before: number, now: number): boolean {
  const since = effects.dispatch?.at;
  if (worker === null || github === null || since === undefined) return false;
  return Math.floor((now - since) / MINUTE) > Math.floor((before - since) / MINUTE);
}

/**
 * Gives the first stop that a person who may stop the run requested since the worker was dispatched; null where there
 * is none. Throws `Failure("github")`.
 */
export async function pollStopCommand(run: Run, { github }: StepContext): Promise<EventDraft<"stop_requested"> | null> {
  if (github === null) return null;
  for (const comment of await github.commandsSince(run.effects.dispatch?.at ?? run.updatedAt)) {
    const stop = await stopRequestIn(comment, run, github);
    if (stop !== null) return stop;
  }
  return null;
}

/**
 * Gives the stop that a comment requests; null where it requests none, where its author may not stop the run, and where
 * a later command lets the run go on. Throws `Failure("github")`.
 */
export async function stopRequestIn(
  userComment: UserComment,
  run: Run,
  github: GitHub,
): Promise<EventDraft<"stop_requested"> | null> {
  const { by, throughApp, at, id: comment } = userComment;
  const intent = intentIn(userComment, run, true);
  if (intent.kind !== "stop" || !isLaterComment({ at, comment }, run.lastCommands.onwards)) return null;
  const role = await github.roleOf(by);
  const isAuthor = by.id === (await github.issue()).authorId;
  if (authorize("stop", { role, isAuthor, throughApp, freeze: null }) !== null) return null;
  return {
    kind: "stop_requested",
    by: by.login,
    note: intent.note,
    ...(mayWrite(role) && { maintainer: true }),
    said: { at, comment },
  };
}
