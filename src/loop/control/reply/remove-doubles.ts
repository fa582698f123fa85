/**
 * What stands there twice for one goes: GitHub's lists were slow when somebody looked whether it had been sent
 * (security 3.4).
 */
import { Effect, receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { orWarn } from "#loop/journals/views.ts";
import type { IssueComments } from "#ports/github-comments.ts";
import { REPLY_KEY_PREFIX } from "./send-reply.ts";

/**
 * One request for each comment that goes, none where nothing is there twice. Idempotent; what GitHub refuses is a
 * warning, and tried again by the next look.
 */
export async function removeDoubles(
  run: Run,
  comments: IssueComments["ownComments"],
  { github, log }: Pick<ControlContext, "github" | "log">,
): Promise<void> {
  for (const id of doubles(run, comments)) await orWarn(() => github.retract(id), "a comment that stands twice", log);
}

/**
 * Of those with one key stays the one whose receipt the journal has, else the first. What earlier runs said is theirs:
 * their receipts are not known here.
 */
function doubles(run: Run, comments: IssueComments["ownComments"]): readonly string[] {
  const receipts = Effect.options.map((effect) => receiptOf(run, effect));
  const ours = [...comments].filter(
    ([, { key }]) => key?.startsWith(`${run.runId}/`) || key?.startsWith(REPLY_KEY_PREFIX),
  );
  const stays = new Map<string | null, string>();
  for (const [id, { key }] of ours) if (!stays.has(key) || receipts.includes(id)) stays.set(key, id);
  return ours.flatMap(([id, { key }]) => (stays.get(key) === id ? [] : [id]));
}
