/**
 * Verifies the work of a run: reads the journal and writes nothing to it; the result leaves the job as outputs and an
 * artifact.
 */
import { type QaVerdict, qaVerdictOf, verifyBundleOf } from "#core/approval/verify-outputs.ts";
import { readRun } from "#loop/context/read-run.ts";
import { VERIFY_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { bufferedJournal } from "#loop/journals/buffered-journal.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

export interface VerifyJobResult {
  readonly verdict: QaVerdict;
  /** The text of the artifact, which `verdict.bundle` is the hash of. */
  readonly bundle: string;
}

/** An interrupted job verified nothing; what it cost goes on from here all the same. */
function unlessInterrupted(error: unknown): void {
  if (!(error instanceof Interrupted)) throw error;
}

/**
 * Verifies the head of the run. `attempt`: of the workflow run. Throws `Failure("journal")` when there is no run to
 * read.
 */
export async function runVerifyJob(journal: Journal, attempt: string, context: StepContext): Promise<VerifyJobResult> {
  const before = await readRun(journal);
  const rehearsal = bufferedJournal(journal, () => true);
  await drive(rehearsal, VERIFY_STATION, context).catch(unlessInterrupted);
  const bundle = verifyBundleOf(rehearsal.buffered());
  return { bundle, verdict: qaVerdictOf(before, bundle, attempt) };
}
