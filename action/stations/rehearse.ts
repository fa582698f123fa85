/** The job `rehearse`: tries a plan before anybody is asked to approve it; it may not write and has no key. */
import { resolve } from "node:path";
import type { Run } from "#core/run/run.ts";
import { type RehearsalResult, runRehearsalJob } from "#loop/jobs/rehearsal-job.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { obstacleToRehearse, requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { rehearsalWorkspace } from "../job/local-workspace.ts";
import { reportingContext } from "../job/station-contexts.ts";
import { writeArtifact } from "../runner/artifact-file.ts";
import { InputError } from "../runner/input-error.ts";

/**
 * Gives the run as it stood before, and the result, whose events lie in the file of the input `bundle` afterwards.
 * Throws `InputError` where no plan waits for this workflow run, and `Failure`.
 */
export async function rehearse(scene: JobContext): Promise<{ readonly run: Run } & RehearsalResult> {
  const { inputs, machine } = scene;
  const journal = rememberedJournal(scene.journal);
  const run = await requireRun(journal, inputs);
  const obstacle = obstacleToRehearse(run, inputs) ?? (await scene.github.freeze());
  if (obstacle !== null) throw new InputError(obstacle);
  const result = await runRehearsalJob(journal, reportingContext(scene), () => rehearsalWorkspace(run, scene));
  await writeArtifact(resolve(machine.checkout, inputs.bundle), result.bundle);
  return { run, ...result };
}
