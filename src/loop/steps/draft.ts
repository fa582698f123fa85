/**
 * DRAFT: shows work that the loop cannot improve any further as a draft pull request; no verifier has approved it
 * (.github/decisions/0027).
 */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";
import { draftBody } from "#text/comments/pull-request.ts";
import { shownPublicationOf } from "./publication.ts";
import { resultOfSending } from "./send-effect.ts";

/** The receipt is the number of the pull request. */
export async function draft(run: Run, { publisher }: StepContext): Promise<readonly EventDraft[]> {
  return resultOfSending("draft", run, async () => {
    const answer = await publisher.publish({
      ...shownPublicationOf(run),
      body: draftBody(run, publisher.opener),
      titled: null,
      draft: true,
    });
    if ("reason" in answer) throw new Failure("github", answer.reason, { retryable: false });
    if (answer.number === null) throw new Error("bug: a draft is a pull request");
    return String(answer.number);
  });
}
