/** While a command is performed, looks whether somebody else wrote to the journal what makes the command needless. */
import { isSame } from "#core/command.ts";
import { endingOf } from "#core/ending.ts";
import { next } from "#core/next.ts";
import type { Run } from "#core/run.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import type { Kit } from "./kit.ts";
import { readRun } from "./read-run.ts";

/** Performs `work` under a signal that is aborted when `kit.signal` is, or when the run in the journal ends or wants another command. */
export async function watched<T>(journal: Journal, run: Run, kit: Kit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const done = new AbortController();
  const moved = new AbortController();
  const looking = look(journal, run, kit, { done: done.signal, moved });
  try {
    return await work(AbortSignal.any([kit.signal, moved.signal]));
  } finally {
    done.abort();
    await looking;
  }
}

async function look(
  journal: Journal,
  run: Run,
  { clock, lookEvery }: Kit,
  { done, moved }: { done: AbortSignal; moved: AbortController },
): Promise<void> {
  let seen = run.rev;
  while (await pause(clock, lookEvery, done)) {
    try {
      if ((await journal.length()) === seen) continue;
      const now = await readRun(journal);
      if (isNeedless(run, now)) return moved.abort();
      seen = now.rev;
    } catch (error) {
      // One failed look costs nothing: the next one, or the append at the end, will tell.
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** The run ends, or something else is to be done now. */
function isNeedless(before: Run, now: Run): boolean {
  return endingOf(now) !== null || !isSame(next(now), next(before));
}

/** False when the command has ended. */
async function pause(clock: Clock, ms: number, done: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, done);
    return !done.aborted;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  }
}
