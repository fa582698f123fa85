/**
 * Checks that this workflow run may work on the run: its hand-over digest fits, and no other workflow run claimed it.
 */
import { rehearsalDigestOf } from "#core/approval/dispatch.ts";
import { bindingViolations } from "#core/approval/recheck-approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { awaitsQaVerdict } from "#core/approval/verify-outputs.ts";
import { blockReasonOf } from "#core/commands/resume.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob } from "#core/run/run-facts.ts";
import { readRun } from "#loop/context/read-run.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { InputError } from "../runner/input-error.ts";
import type { Inputs } from "../runner/inputs.ts";

/** Gives the run of the inputs. Throws `InputError` where there is none, and for a history that cannot be read. */
export async function requireRun(journal: Journal, { runId, issue }: Pick<Inputs, "runId" | "issue">): Promise<Run> {
  try {
    const run = await readRun(journal);
    if (run.unreadable === null) return run;
    throw new InputError(`the history of the run ${runId} of issue #${issue} cannot be read: ${run.unreadable}`);
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.retryable) throw cause;
    throw new InputError(`the run ${runId} of issue #${issue} cannot be worked on: ${cause.message}`, { cause });
  }
}

const GO_ON =
  "Loopwright starts this workflow by itself: comment `/loop resume` on the issue to go on with a run that ended";

/**
 * Gives the reason why this workflow run must not work on the run; null when it may. `digest`: the hand-over digest
 * that it was started with. Pure.
 */
export function obstacleToWork(run: Run, { digest }: Pick<Inputs, "digest">): string | null {
  const what = `the run ${run.runId} of issue #${run.issue.number}`;
  if (run.stage === "blocked") return `${what}: ${blockReasonOf(run)}`;
  if (run.claimed)
    return (
      `${what} was taken up already, by the workflow run ${run.worker}: ` +
      `an approval is good for one workflow run, and "Re-run all jobs" is a second one. ${GO_ON}`
    );
  if (run.stage !== "running") return `${what} is ${run.stage}, not running. ${GO_ON}`;
  const [changed] = bindingViolations(run);
  if (changed !== undefined) return `${what} cannot be worked on: ${changed}`;
  if (handoverDigestOf(run) !== digest)
    return `the digest that this workflow run was started with is not the one that was approved for ${what}. ${GO_ON}`;
  return null;
}

/**
 * Gives the reason why this workflow run must not verify the run; null when it may. `worker`: the id of the workflow
 * run. Pure.
 */
export function obstacleToVerify(run: Run, { digest }: Pick<Inputs, "digest">, worker: string): string | null {
  const what = `the run ${run.runId} of issue #${run.issue.number}`;
  if (run.stage === "blocked") return `${what}: ${blockReasonOf(run)}`;
  if (run.worker !== worker || handoverDigestOf(run) !== digest) return `${what} is not this workflow run's. ${GO_ON}`;
  const [changed] = bindingViolations(run);
  if (changed !== undefined) return `${what} cannot be verified: ${changed}`;
  // Work that is not recorded as done in a sandbox proves nothing.
  if (run.setup?.sandbox !== "bubblewrap" && run.config.sandbox !== "none")
    return (
      `${what} cannot be verified: ` +
      `its journal does not say that it was worked on in a sandbox that was tried first. ${GO_ON}`
    );
  return awaitsQaVerdict(run) ? null : `${what} is ${run.stage}: there is nothing to verify`;
}

/** The reason why this workflow run may not try the plan of the run; null when it may. */
export function obstacleToRehearse(run: Run, { digest }: Pick<Inputs, "digest">): string | null {
  const what = `the run ${run.runId} of issue #${run.issue.number}`;
  if (!awaitsRehearsalJob(run)) return `${what} is ${run.stage}, and no plan of it waits to be tried. ${GO_ON}`;
  return rehearsalDigestOf(run) === digest ? null : `this workflow run was started to try another plan of ${what}`;
}
