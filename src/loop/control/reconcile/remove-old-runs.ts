/** Removes the state of runs that have been over for long, once no open pull request and no branch shows their work. */
import { dueForCleanup, mayCleanUp, RETENTION_MS, shownWorkOf } from "#core/outcome/retention.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { Failure } from "#ports/failure.ts";

/** Runs that one call checks: one request each, and at most three more for one that it removes. */
const MOST = 5;

type CleanupContext = Pick<ControlContext, "runs" | "journalIn" | "shownUntil" | "remove" | "clock" | "log">;

/**
 * Removes the state of old runs of the repository, some of it at a time; gives the ids of the removed runs. Comments
 * stay, they are people's record, and so does every branch: only people throw away work that exists nowhere else.
 * Idempotent; bounded, so that a poll can call it. Throws `Failure("journal")`.
 */
export async function removeOldRuns(control: CleanupContext): Promise<readonly string[]> {
  const gone: string[] = [];
  const now = control.clock.now();
  for (const { issue, runId } of dueForCleanup(await control.runs(), now, MOST)) {
    const run = await unlessRefused(() => readRun(control.journalIn(issue, runId)));
    if (run === null || !mayCleanUp(run, now)) continue;
    const showing = shownWorkOf(run);
    const until = showing === null ? 0 : await unlessRefused(() => control.shownUntil(showing));
    if (until === null || now - until <= RETENTION_MS) continue;
    await control.remove(issue, runId, null);
    control.log.info(
      `the run ${runId} of issue ${issue} ended more than 30 days ago, ` +
        "and nothing shows its work: its state is removed",
    );
    gone.push(runId);
  }
  return gone;
}

/** Gives null where GitHub refuses, or a history cannot be loaded: such a run is left to people. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure && !error.retryable) return null;
    throw error;
  }
}
