/** The job `publish`: takes the verdict in and tells people; it runs no code of the repository and calls no model (architecture 2, station `press`). */
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

/** Longer than what the job before writes; a longer file is not read. */
const LONGEST = 4 * 1024 ** 2;

/** Gives the run as it stands then. Throws `Declined` where there is no such run, and `Failure`. */
export async function publish(scene: JobContext): Promise<Run> {
  const { inputs, machine } = scene;
  // The receipt of a comment that is said last is never written: nobody will need it, and a look would find it.
  const journal = runJournalOf(scene.journal, { ...scene, clock: jobClock });
  const run = await requireRun(journal, inputs);
  const bundle = await textAt(resolve(machine.checkout, inputs.bundle));
  const { verdict: outputs, digest: handOverDigest, jobs } = inputs;
  await runPublishJob(journal, { outputs, bundle, attempt: machine.attempt, handOverDigest, jobs }, publishContext(run, scene));
  return readRun(journal);
}

/** Null when the job before left nothing, or what it cannot have left: then there is no verdict. */
async function textAt(file: string): Promise<string | null> {
  try {
    const bytes = await readFile(file);
    return bytes.length > LONGEST ? null : bytes.toString();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return null;
    throw error;
  }
}
