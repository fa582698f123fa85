/** Removes comments that were posted twice: GitHub's lists lagged when a job looked whether it had sent one. */
import { Effect, receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { orWarn } from "#loop/journals/views.ts";
import type { IssueComments } from "#ports/github-comments.ts";
import { REPLY_KEY_PREFIX } from "./send-reply.ts";

/**
 * One request for each comment that it removes, none where none was posted twice. Idempotent; a refusal of GitHub is a
 * warning, and the next poll tries again.
 */
export async function removeDoubles(
  run: Run,
  comments: IssueComments["ownComments"],
  { github, log }: Pick<ControlContext, "github" | "log">,
): Promise<void> {
  for (const id of doubles(run, comments)) await orWarn(() => github.retract(id), "a comment that stands twice", log);
}

/**
 * The ids of the comments to remove: of those with one key the one stays whose receipt the journal has, else the first.
 * Comments of earlier runs are left alone: their receipts are not known here.
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
