/**
 * The bot opens the pull request of a head that the job `publish` has certified: what an App opens starts the
 * repository's checks, and what the workflow's own token opens waits for somebody's click (.github/decisions/0070).
 */
import * as z from "zod";
import { next } from "#core/decide/next.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { verifiedPublicationOf } from "#loop/steps/publication.ts";

/** A commit that the job `publish` said is verified, and the run that it belongs to. */
export const CertifiedHead = z.object({ runId: z.string(), head: z.string() });
export type CertifiedHead = Readonly<z.infer<typeof CertifiedHead>>;

/**
 * Opens it, while the job waits for that; the job writes it down. Does nothing where the run is not to be published any
 * more, and where the journal names another head. Idempotent. Throws `Failure`; the job opens the pull request itself
 * then.
 */
export async function openCertified(certified: CertifiedHead, control: ControlContext): Promise<void> {
  const journal = rememberedJournal(control.journalOf(certified.runId));
  if ((await journal.load()).kind === "missing") return;
  const run = await readRun(journal);
  if (!isToBePublished(run, certified)) return;
  const publisher = control.publisherOf(run.base.branch);
  const answer = await publisher.publish(verifiedPublicationOf(run, publisher.opener));
  if ("reason" in answer) control.log.warn(`the bot opens no pull request: ${answer.reason}`);
}

/** Not where a pull request shows an earlier state already: there is nothing to open. */
function isToBePublished(run: Run, { head }: CertifiedHead): boolean {
  const isNext = run.unreadable === null && next(run).kind === "publish";
  return isNext && pullRequestOf(run) === null && run.progress.head.commit === head;
}
