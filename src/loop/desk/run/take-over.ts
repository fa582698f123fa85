/** A worker that has not said for too long that it holds the run: another one takes it over, whether it is dead or only slow (security 3.3, CR-05). */
import { heldUntil, LEASE, lossOf } from "#core/approval/lease.ts";
import type { Run } from "#core/run/run.ts";
import { MINUTE } from "#core/values/time.ts";
import type { Desk } from "#loop/desk/context/desk.ts";
import { type Active, driveHere } from "#loop/desk/context/drive-here.ts";
import { writeDown } from "#loop/kit/write-down.ts";
import { Failure } from "#ports/failure.ts";

/** True when the worker's time is over. */
export function isExpired(run: Run, { clock }: Pick<Desk, "clock">): boolean {
  const until = heldUntil(run);
  return until !== null && clock.now() >= until;
}

/**
 * First the journal says that the worker holds the run no more, so that nothing that it does counts; then its workflow run is cancelled, for the
 * next one waits until it is gone (the file's concurrency group). Idempotent. Throws `Failure("journal")`.
 */
export async function takeOver({ journal, run: seen }: Active, desk: Desk): Promise<void> {
  const { worker } = seen;
  if (worker === null) return;
  const loss = { worker, how: `said nothing for ${LEASE / MINUTE} minutes` };
  const after = await writeDown(journal, desk.clock, (now) => ({
    drafts: now.worker === worker && isExpired(now, desk) ? [lossOf(now, loss)] : [],
    alone: true,
  }));
  await cancel(worker, desk);
  await driveHere({ journal, run: after }, desk);
}

/** Its jobs are interrupted, and soon killed. What GitHub refuses is a warning: nothing that they do counts any more. */
export async function cancel(workflowRun: string, { github, log }: Pick<Desk, "github" | "log">): Promise<void> {
  try {
    await github.cancel(workflowRun);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`the workflow run ${workflowRun} goes on until it sees for itself that its run is over: ${error.message}`);
  }
}
