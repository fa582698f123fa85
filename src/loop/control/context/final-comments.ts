/** Sends the last comments of a run that is over, where the job that ended it died before it sent them. */
import { POLL_AFTER_END } from "#core/config/poll-intervals.ts";
import { dueEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import type { ControlContext } from "./control-context.ts";
import { driveInControl } from "./drive-in-control.ts";

/**
 * Sends what the last run still owes to people. Gives the run with the receipts, which the next poll would find
 * again: nothing refreshes a comment without a receipt. A run that ended long ago is left as people have it.
 * Idempotent. Throws `Failure`.
 */
export async function sendFinalComments(run: Run, control: ControlContext): Promise<Run> {
  const now = control.clock.now();
  const isOwed = next(run).kind === "settle" || dueEffectOf(run, now) !== null;
  if (!isOwed || now - run.updatedAt > POLL_AFTER_END) return run;
  const found = await control.latest();
  if (found === null) return run;
  const journal = runJournalOf(found, control);
  await driveInControl({ journal, run }, control);
  // Only the receipts are taken over: a poll is no change of the run.
  return { ...run, effects: (await readRun(journal)).effects };
}
