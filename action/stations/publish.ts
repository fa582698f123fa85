/**
 * The job `publish`: reads the verdict and reports it to people; it runs no code of the repository and calls no model.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { publishContext } from "../job/station-contexts.ts";
import { jobClock } from "../runner/clock.ts";

/** The most bytes of the verify job's file; a longer one is not read. */
const LONGEST = 4 * 1024 ** 2;

/** Gives the run as it stands then. Throws `InputError` where there is no such run, and `Failure`. */
export async function publish(scene: JobContext): Promise<Run> {
  const { inputs, machine } = scene;
  // The receipt of the last comment is not written: nothing needs it later, and a search would find the comment.
  const journal = runJournalOf(scene.journal, { ...scene, clock: jobClock });
  const run = await requireRun(journal, inputs);
  const bundle = await textAt(resolve(machine.checkout, inputs.bundle));
  const { verdict: outputs, digest: handOverDigest, jobs } = inputs;
  await runPublishJob(
    journal,
    { outputs, bundle, attempt: machine.attempt, handOverDigest, jobs },
    publishContext(run, scene),
  );
  return readRun(journal);
}

/** Null when the verify job left no verdict, or one that it cannot have written. */
async function textAt(file: string): Promise<string | null> {
  try {
    const bytes = await readFile(file);
    return bytes.length > LONGEST ? null : bytes.toString();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return null;
    throw error;
  }
}
