/**
 * The bot opens the pull request of a head that the job `publish` has certified: what an App opens starts the
 * repository's checks, and what the workflow's own token opens waits for somebody's click (.github/decisions/0070).
 */
import * as z from "zod";
import { builtInRoles } from "#agent/specs/roles.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { next } from "#core/decide/next.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { PUBLISH_STATION } from "#loop/context/station.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { objectionNow } from "#loop/engine/recheck.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";

/** A commit that the job `publish` said is verified, and the run that it belongs to. */
export const CertifiedHead = z.object({ runId: z.string(), head: z.string() });
export type CertifiedHead = Readonly<z.infer<typeof CertifiedHead>>;

/**
 * Publishes the run and ends it, while its job waits. Does nothing where the run is not to be published any more, where
 * the journal names another head, and where the approval does not hold: the job says that. Idempotent. Throws
 * `Failure`; the job opens the pull request itself then.
 */
export async function openCertified(certified: CertifiedHead, control: ControlContext): Promise<void> {
  const journal = runJournalOf(control.journalOf(certified.runId), control);
  if ((await journal.load()).kind === "missing") return;
  const run = await readRun(journal);
  if (!isToBePublished(run, certified)) return;
  const objection = await objectionNow("publish", run, handoverDigestOf(run) ?? "", control.github);
  if (objection !== null) return control.log.warn(`nothing is opened: ${objection.reasons.join("; ")}`);
  await drive(journal, PUBLISH_STATION, {
    ...control.stepContextOf(run.config),
    roles: builtInRoles(),
    // The job has certified the head already: that is how the bot comes to be here.
    publisher: { ...control.publisherOf(run.base.branch), certify: async () => null },
  });
}

function isToBePublished(run: Run, { head }: CertifiedHead): boolean {
  return run.unreadable === null && next(run).kind === "publish" && run.progress.head.commit === head;
}
