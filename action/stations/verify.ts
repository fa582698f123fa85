/**
 * The job `verify`: checks the finished work on a fresh machine, writes nothing to GitHub, and hands on its verdict.
 */
import { resolve } from "node:path";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { qaVerdictOf, verifyBundleOf } from "#core/approval/verify-outputs.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { Event } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { runVerifyJob, type VerifyJobResult } from "#loop/jobs/verify-job.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { obstacleToVerify, requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { prepareRunTools } from "../job/run-tools.ts";
import { verifyContext } from "../job/station-contexts.ts";
import { writeArtifact } from "../runner/artifact-file.ts";
import { jobClock } from "../runner/clock.ts";
import { InputError } from "../runner/input-error.ts";

/** The result of the job, and its run. */
export interface VerifyResult extends VerifyJobResult {
  readonly run: Run;
}

/**
 * Writes the artifact's file and gives the verdict. Throws `InputError` where there is nothing to verify, and
 * `Failure`.
 */
export async function verify(scene: JobContext): Promise<VerifyResult> {
  const { inputs, machine } = scene;
  const journal = rememberedJournal(scene.journal);
  const run = await requireRun(journal, inputs);
  const obstacle = obstacleToVerify(run, inputs, machine.workflowRun);
  if (obstacle !== null) throw new InputError(obstacle);
  const proof = await proofOf(run, journal, scene);
  await writeArtifact(resolve(machine.checkout, inputs.bundle), proof.bundle);
  return { run, ...proof };
}

async function proofOf(run: Run, journal: Journal, scene: JobContext): Promise<VerifyJobResult> {
  const { attempt } = scene.machine;
  const prepared = await prepareRunTools(run, scene, probeSandbox());
  if (prepared.kind === "cannot") {
    const message = eventMessage(prepared.why);
    const event: Event = { kind: "phase_error", at: jobClock.now(), step: "VERIFY", retryable: false, message };
    const bundle = verifyBundleOf([event]);
    return { bundle, verdict: qaVerdictOf(run, bundle, attempt) };
  }
  try {
    return await runVerifyJob(journal, attempt, verifyContext(run, scene, prepared.tools));
  } finally {
    await prepared.tools.workspace.dispose();
  }
}
