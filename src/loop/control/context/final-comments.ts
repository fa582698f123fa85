/** The last word of a run that is over: said, if late, by whoever comes after those who died before they said it. */
import { POLL_AFTER_END } from "#core/config/poll-intervals.ts";
import { dueEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import type { ControlContext } from "./control-context.ts";
import { driveInControl } from "./drive-in-control.ts";

/**
 * What the last run has still to say, said by whoever comes after those who died before they said it. Gives the
 * run with the receipts, which the next look would find again: a comment without one is drawn by nobody. A run that
 * ended long ago is left as people have it. Idempotent. Throws `Failure`.
 */
export async function sendFinalComments(run: Run, control: ControlContext): Promise<Run> {
  const now = control.clock.now();
  const isOwed = next(run).kind === "settle" || dueEffectOf(run, now) !== null;
  if (!isOwed || now - run.updatedAt > POLL_AFTER_END) return run;
  const found = await control.latest();
  if (found === null) return run;
  const journal = runJournalOf(found, control);
  await driveInControl({ journal, run }, control);
  // Nothing but the receipts: that somebody looked is no news about the run.
  return { ...run, effects: (await readRun(journal)).effects };
}
