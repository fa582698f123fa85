/** What runs left behind goes when they have been over for long: their state, and a branch that nobody touched or shows (CR-20). */
import { remainsOf } from "#core/remains.ts";
import { dueForSweep, maySweep } from "#core/sweep.ts";
import { Failure } from "#ports/failure.ts";
import { readRun } from "../read-run.ts";
import type { Desk } from "./desk.ts";

/** What is looked at in one go: one request each, and at most four more for one that goes. */
const MOST = 5;

/**
 * Takes away what old runs of the repository left, some of it at a time; gives the ids of those that are gone. Comments stay: they are people's
 * record. Idempotent; bounded, so that whoever looks after the repository can call it every hour. Throws `Failure("journal")`.
 */
export async function sweep({
  runs,
  journalIn,
  remove,
  clock,
  log,
}: Pick<Desk, "runs" | "journalIn" | "remove" | "clock" | "log">): Promise<readonly string[]> {
  const gone: string[] = [];
  const now = clock.now();
  for (const { issue, runId } of dueForSweep(await runs(), now, MOST)) {
    const run = await oldRun(() => readRun(journalIn(issue, runId)));
    if (run === null || !maySweep(run, now)) continue;
    const fate = await remove(issue, runId, remainsOf(run).branch);
    log.info(`the run ${runId} of issue ${issue} ended more than 30 days ago: its state is removed (branch: ${fate})`);
    gone.push(runId);
  }
  return gone;
}

/** Null where the history says nothing at all: it is left to people. */
async function oldRun<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && !error.retryable) return null;
    throw error;
  }
}
