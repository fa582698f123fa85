/**
 * The desk may be away: whoever works on a run looks once a minute for a `/stop` itself (STOP-08). Everything else
 * waits for the desk.
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
 * True once in each minute since the worker was sent for. `before`, `now`: the last look and this one, in milliseconds.
 */
export function isStopPollDue({ effects }: Run, { worker, github }: StepContext, before: number, now: number): boolean {
  const since = effects.dispatch?.at;
  if (worker === null || github === null || since === undefined) return false;
  return Math.floor((now - since) / MINUTE) > Math.floor((before - since) / MINUTE);
}

/**
 * The stop that somebody who may have said since the worker was sent for; null where nobody did. Throws
 * `Failure("github")`.
 */
export async function pollStopCommand(run: Run, { github }: StepContext): Promise<EventDraft<"stop_requested"> | null> {
  if (github === null) return null;
  for (const said of await github.commandsSince(run.effects.dispatch?.at ?? run.updatedAt)) {
    const stop = await stopRequestIn(said, run, github);
    if (stop !== null) return stop;
  }
  return null;
}

/**
 * The stop that these words are; null where they are none, where whoever said them may not stop it, and where it went
 * on since. Throws `Failure("github")`.
 */
export async function stopRequestIn(
  said: UserComment,
  run: Run,
  github: GitHub,
): Promise<EventDraft<"stop_requested"> | null> {
  const { by, throughApp, at, id: comment } = said;
  const intent = intentIn(said, run, true);
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
