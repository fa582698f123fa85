/**
 * PUBLISH: shows the verified work as a pull request, and reports it as published only after it read the head back. It
 * records where the base branch is by now, and leaves alone what a person took over.
 */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { certificateText, certificateTitle } from "#text/comments/certificate.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { shownPublicationOf } from "./publication.ts";

export async function publish(run: Run, { publisher, log }: StepContext): Promise<readonly EventDraft[]> {
  const publication = {
    ...shownPublicationOf(run),
    body: pullRequestBody(run),
    titled: publicationOf(run)?.title ?? null,
    draft: false,
  };
  const { branch, head, title } = publication;
  const answer = await publisher.publish(publication);
  if ("reason" in answer) return [takenOver(answer.reason)];
  const { number, url, head: seen, base } = answer;
  if (seen !== head) {
    const shown = number === null ? branch : `pull request #${number} of ${branch} is open and`;
    return [takenOver(`${shown} points at ${seen}, not at the verified ${head}; somebody else wrote to it`)];
  }
  const unmarked = await publisher.certify({ head, title: certificateTitle(run), text: certificateText(run) });
  if (unmarked !== null) log.warn(`the verified commit ${head} has no check run: ${unmarked}`);
  return [
    { kind: "base_seen", base },
    { kind: "published", number, url, branch, head, title },
  ];
}

function takenOver(message: string): EventDraft {
  return { kind: "gave_up", reason: "taken_over", message };
}
