/**
 * Tries the plan of a run: reads the journal and writes nothing to it; the result leaves the job as outputs and an
 * artifact.
 */
import { type RehearsalOutputs, rehearsalBundleOf, rehearsalOutputsOf } from "#core/approval/rehearsal-outputs.ts";
import { readRun } from "#loop/context/read-run.ts";
import { TRIAL_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { driveOnMachine, type RehearsalWorkspace } from "#loop/engine/drive-on-machine.ts";
import { bufferedJournal } from "#loop/journals/buffered-journal.ts";
import type { Journal } from "#ports/journal.ts";

export interface RehearsalResult {
  readonly outputs: RehearsalOutputs;
  /** The text of the artifact, which `outputs.bundle` is the hash of. */
  readonly bundle: string;
}

/**
 * Tries the plan in the workspace that `open` gives. Throws `Failure("journal")` when there is no run to read, and
 * `Interrupted` when the job is ended.
 */
export async function runRehearsalJob(
  journal: Journal,
  context: StepContext,
  open: () => Promise<RehearsalWorkspace>,
): Promise<RehearsalResult> {
  const before = await readRun(journal);
  const trial = bufferedJournal(journal, () => true);
  await driveOnMachine(trial, TRIAL_STATION, context, open);
  const bundle = rehearsalBundleOf(trial.buffered());
  return { bundle, outputs: rehearsalOutputsOf(before, bundle) };
}
