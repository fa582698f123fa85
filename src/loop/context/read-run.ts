/** The run that a journal tells of. */
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * Reads the run. One whose history breaks off at a line that cannot be read is blocked: nothing is run (stop order, row
 * 0; C0.04). Throws `Failure("journal")` when the history is missing or says nothing at all (S1.59).
 */
export async function readRun(journal: Journal): Promise<Run> {
  const history = await journal.load();
  if (history.kind === "missing")
    throw new Failure("journal", "this run has no history; begin a new one", { retryable: false });
  const run = replay(history.events);
  const why = history.kind === "unreadable" ? history.why : "it begins no run";
  if (run === null) throw new Failure("journal", `state_unreadable: ${why}`, { retryable: false });
  return history.kind === "unreadable" ? { ...run, unreadable: history.why } : run;
}

/**
 * The run as its journal has it by now, also where what was read of it is remembered: asks first whether somebody has
 * written. Throws like `readRun`.
 */
export async function rereadRun(journal: Journal): Promise<Run> {
  await journal.length();
  return readRun(journal);
}
