/** Takes a run over from a worker whose lease has expired, whether it is dead or only slow. */
import { LEASE_MS, leasedUntil, workerLossOf } from "#core/approval/lease.ts";
import type { Run } from "#core/run/run.ts";
import { MINUTE } from "#core/values/time.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl } from "#loop/control/context/drive-in-control.ts";
import { Failure } from "#ports/failure.ts";

/** True when the worker's lease has expired. */
export function isWorkerExpired(run: Run, { clock }: Pick<ControlContext, "clock">): boolean {
  const until = leasedUntil(run);
  return until !== null && clock.now() >= until;
}

/**
 * Writes first that the worker has lost the run, so that nothing it does counts; then cancels its workflow run, for the
 * next one waits until it is gone (the file's concurrency group). Idempotent. Throws `Failure("journal")`.
 */
export async function takeOver({ journal, run: seen }: ActiveRun, control: ControlContext): Promise<void> {
  const { worker } = seen;
  if (worker === null) return;
  const loss = { worker, how: `said nothing for ${LEASE_MS / MINUTE} minutes` };
  const after = await writeDown(journal, control.clock, (now) => ({
    drafts: now.worker === worker && isWorkerExpired(now, control) ? [workerLossOf(now, loss)] : [],
    alone: true,
  }));
  await cancelWorkflowRun(worker, control);
  await driveInControl({ journal, run: after }, control);
}

/**
 * Cancels a workflow run: GitHub interrupts its jobs, and soon kills them. What GitHub refuses is a warning: nothing
 * that they do counts any more.
 */
export async function cancelWorkflowRun(
  workflowRun: string,
  { github, log }: Pick<ControlContext, "github" | "log">,
): Promise<void> {
  try {
    await github.cancel(workflowRun);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`the workflow run ${workflowRun} goes on until it sees for itself that its run is over: ${error.message}`);
  }
}
