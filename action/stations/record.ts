/** The job `record`: writes down what the job `rehearse` found, where it is about the plan as it stands. */
import { resolve } from "node:path";
import { openRehearsal } from "#core/approval/rehearsal-outputs.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { artifactAt } from "../runner/artifact-file.ts";
import { jobClock } from "../runner/clock.ts";

/**
 * Gives the run as it stands then; the bot goes on with it when this workflow run is over. A result that does not count
 * is a warning: the bot has the plan tried once more, or has ended the run already. Throws `InputError` where there is
 * no such run, and `Failure`.
 */
export async function record(scene: JobContext): Promise<Run> {
  const { inputs, machine, journal, log } = scene;
  await requireRun(journal, inputs);
  const bundle = await artifactAt(resolve(machine.checkout, inputs.bundle));
  return writeDown(journal, jobClock, (run) => {
    const opened = openRehearsal(run, inputs.verdict, bundle);
    if (!opened.ok) log.warn(`The trial of the plan does not count: ${opened.why}`);
    // What follows from it, the bot concludes.
    return { drafts: opened.ok ? opened.drafts : [], alone: false };
  });
}
