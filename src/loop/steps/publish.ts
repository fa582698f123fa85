/**
 * PUBLISH: certifies the verified work, shows it as a pull request, and reports it as published only after it read the
 * head back. It records where the base branch is by now, and leaves alone what a person took over.
 */
import { certificateIdOf } from "#core/approval/certificate-id.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Publication, Published } from "#ports/publisher.ts";
import { certificateText, certificateTitle } from "#text/comments/certificate.ts";
import { verifiedPublicationOf } from "./publication.ts";

export async function publish(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { publisher } = context;
  const publication = verifiedPublicationOf(run, publisher.opener);
  const { branch, head, title } = publication;
  const isCertified = await certify(run, head, context);
  // An App's token of the job's own is as good as the bot.
  const isForBot = isCertified && publication.number === null && publisher.opener === "workflow";
  const opened = isForBot ? await openedByBot(publication, context) : null;
  const answer = opened ?? (await publisher.publish(publication));
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

/** Milliseconds before the job looks first whether the pull request is there; each further wait is twice as long. */
const FIRST_LOOK = 1_000;

/** The pull request that the bot opened; null where it did not in time, and where no bot is expected. */
async function openedByBot(
  publication: Publication,
  { publisher, clock, signal, waitForBot = 0 }: StepContext,
): Promise<Published | null> {
  for (let pause = FIRST_LOOK, left = waitForBot; left > 0; left -= pause, pause *= 2) {
    await clock.sleep(Math.min(pause, left), signal);
    const opened = await publisher.opened(publication);
    if (opened !== null) return opened;
  }
  return null;
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
