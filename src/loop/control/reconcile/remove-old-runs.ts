/**
 * The state of runs goes when they have been over for long and nothing shows their work any more: no open pull request,
 * no branch (CR-20).
 */
import { dueForCleanup, mayCleanUp, RETENTION_MS, shownWorkOf } from "#core/outcome/retention.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { Failure } from "#ports/failure.ts";

/** What is looked at in one go: one request each, and at most three more for one that goes. */
const MOST = 5;

type Sweeping = Pick<ControlContext, "runs" | "journalIn" | "shownUntil" | "remove" | "clock" | "log">;

/**
 * Takes away the state of old runs of the repository, some of it at a time; gives the ids of those that are gone.
 * Comments stay, they are people's record, and so does every branch: kept work that nobody else holds is for people to
 * throw away. Idempotent; bounded, so that whoever looks after the repository can call it every hour. Throws
 * `Failure("journal")`.
 */
export async function removeOldRuns(control: Sweeping): Promise<readonly string[]> {
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
      `the run ${runId} of issue ${issue} ended more than 30 days ago, and nothing shows its work: its state is removed`,
    );
    gone.push(runId);
  }
  return gone;
}

/** Null for what GitHub will not tell, and for a history that says nothing at all: it is left to people. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure && !error.retryable) return null;
    throw error;
  }
}
