/**
 * PUBLISH: certifies the verified work, shows it as a pull request, and reports it as published only after it read the
 * head back. It records where the base branch is by now, and leaves alone what a person took over.
 */
import { certificateIdOf } from "#core/approval/certificate-id.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { certificateText, certificateTitle } from "#text/comments/certificate.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { shownPublicationOf } from "./publication.ts";

/**
 * Where a bot is expected, it opens the pull request as soon as it hears of the certificate, and the journal's watch
 * ends this step; what the job does after the wait is for a bot that does not come.
 */
export async function publish(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { publisher, clock, signal, waitForBot = 0 } = context;
  const publication = {
    ...shownPublicationOf(run),
    body: pullRequestBody(run),
    titled: publicationOf(run)?.title ?? null,
    draft: false,
  };
  const { branch, head, title } = publication;
  const isCertified = await certify(run, head, context);
  if (isCertified && waitForBot > 0) await clock.sleep(waitForBot, signal);
  const answer = await publisher.publish(publication);
  if ("reason" in answer) return [takenOver(answer.reason)];
  const { number, url, head: seen, base } = answer;
  if (seen !== head) {
    const shown = number === null ? branch : `pull request #${number} of ${branch} is open and`;
    return [takenOver(`${shown} points at ${seen}, not at the verified ${head}; somebody else wrote to it`)];
  }
  return [
    { kind: "base_seen", base },
    { kind: "published", number, url, branch, head, title },
  ];
}

/** False where GitHub refused the check: the work is shown without it. */
async function certify(run: Run, head: string, { publisher, log }: StepContext): Promise<boolean> {
  const given = { head, id: certificateIdOf(run), title: certificateTitle(run), text: certificateText(run) };
  const unmarked = await publisher.certify(given);
  if (unmarked !== null) log.warn(`the verified commit ${head} has no check run: ${unmarked}`);
  return unmarked === null;
}

function takenOver(message: string): EventDraft {
  return { kind: "gave_up", reason: "taken_over", message };
}
