/**
 * The job `publish`: reads the verdict and reports it to people; it runs no code of the repository and calls no model.
 */
import { resolve } from "node:path";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { writeReport } from "../job/report-file.ts";
import { publishContext } from "../job/station-contexts.ts";
import { artifactAt } from "../runner/artifact-file.ts";
import { jobClock } from "../runner/clock.ts";

/** Gives the run as it stands then. Throws `InputError` where there is no such run, and `Failure`. */
export async function publish(scene: JobContext): Promise<Run> {
  const { inputs, machine } = scene;
  // The receipt of the last comment is not written: nothing needs it later, and a search would find the comment.
  const journal = runJournalOf(scene.journal, { ...scene, clock: jobClock });
  const run = await requireRun(journal, inputs);
  const bundle = await artifactAt(resolve(machine.checkout, inputs.bundle));
  const { verdict: outputs, digest: handOverDigest, jobs } = inputs;
  await runPublishJob(
    journal,
    { outputs, bundle, attempt: machine.attempt, handOverDigest, jobs },
    publishContext(run, scene),
  );
  await writeReport(scene);
  return readRun(journal);
}
