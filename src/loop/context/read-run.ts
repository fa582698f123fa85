/** Reads a run from its journal. */
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * Reads the run. Where the history breaks off at a line that cannot be read, the run is `unreadable`: the first stop
 * rule blocks it (core/decide/stop). Throws `Failure("journal")` when the history is missing or holds no start of a
 * run.
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
 * Reads the run as the journal holds it now. A journal that remembers what it read is asked for its length first, so
 * that it reads what other processes wrote. Throws as `readRun`.
 */
export async function rereadRun(journal: Journal): Promise<Run> {
  await journal.length();
  return readRun(journal);
}
