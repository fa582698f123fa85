/** REPLY: answers the reviewer on the pull request: a reply in each thread, and one comment for the whole. */
import { unrepliedCorrections } from "#core/decide/pending-replies.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { replyComment, threadReply } from "#text/comments/replies.ts";
import { commentKeyOf, linksOf, resultOfSending } from "./send-effect.ts";

/**
 * Answers each thread once in the life of a run: the key of a reply names only run and thread. Throws on a bug: no
 * person commented on a pull request.
 */
export async function reply(run: Run, { github }: StepContext): Promise<readonly EventDraft[]> {
  const corrections = unrepliedCorrections(run);
  const pull = corrections.at(-1)?.onPull.pull;
  if (github === null || pull === undefined) throw new Error("bug: there is nobody to answer");
  const since = run.effects.replies?.at ?? run.updatedAt;
  return resultOfSending("replies", run, async () => {
    const threads = corrections.filter(({ onPull }) => onPull.pull === pull).flatMap(({ onPull }) => onPull.threads);
    const replies = threads.map((thread) => ({
      to: thread.comment,
      key: `${run.runId}/reply/${thread.comment}`,
      body: threadReply(run, thread),
      since: corrections[0]?.at ?? since,
    }));
    if (replies.length > 0) await github.reply(pull, replies);
    return github.comment({
      key: commentKeyOf(run, "replies"),
      body: replyComment(run, linksOf(run, github)),
      since,
      pendingSince: since,
      on: pull,
    });
  });
}
