/** The job that verifies: it may read the journal and write nothing; what it found travels as outputs and an artifact (architecture 2). */
import { bundleOf, type Verdict, verdictOf } from "#core/approval/verdict.ts";
import { drive } from "#loop/engine/drive.ts";
import { heldJournal } from "#loop/journals/held-journal.ts";
import type { Kit } from "#loop/kit/kit.ts";
import { readRun } from "#loop/kit/read-run.ts";
import { PROOF } from "#loop/kit/station.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

export interface Proof {
  readonly verdict: Verdict;
  /** The text of the artifact, which `verdict.bundle` is the hash of. */
  readonly bundle: string;
}

/** A job that was ended verified nothing, and what it cost goes on from here all the same. */
function unlessPutDown(error: unknown): void {
  if (!(error instanceof Interrupted)) throw error;
}

/** Verifies the head of the run. `attempt`: of the workflow run. Throws `Failure("journal")` when there is no run to read. */
export async function prove(journal: Journal, attempt: string, kit: Kit): Promise<Proof> {
  const before = await readRun(journal);
  const rehearsal = heldJournal(journal, () => true);
  await drive(rehearsal, PROOF, kit).catch(unlessPutDown);
  const bundle = bundleOf(rehearsal.held());
  return { bundle, verdict: verdictOf(before, bundle, attempt) };
}
