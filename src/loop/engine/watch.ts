/**
 * While a command is performed: the run is held on to, and somebody else may write to the journal what makes the
 * command needless.
 */
import { isLastCall, renewalOf } from "#core/approval/lease.ts";
import { endingOf, isToEnd } from "#core/decide/ending.ts";
import { isSameCommand } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import { withTime } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { isStopPollDue, pollStopCommand } from "./poll-stop.ts";
import { stampEpoch } from "./stamp.ts";

/**
 * Performs `work` under a signal that is aborted when `kit.signal` is, or when the run in the journal ends, wants
 * another command, is held by another worker, or when the job is about to be killed. Renews the lease of this one.
 */
export async function performWatched<T>(
  journal: Journal,
  run: Run,
  context: StepContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const moved = new AbortController();
  const looking = look(journal, run, context, { done: done.signal, moved });
  try {
    return await work(AbortSignal.any([context.signal, moved.signal]));
  } finally {
    done.abort();
    await looking;
  }
}

async function look(
  journal: Journal,
  run: Run,
  context: StepContext,
  { done, moved }: { done: AbortSignal; moved: AbortController },
): Promise<void> {
  let seen = run;
  let before = run.updatedAt;
  while (await pause(context.clock, context.pollInterval, done)) {
    const at = context.clock.now();
    const now = await looked(journal, { run, seen, listens: isStopPollDue(run, context, before, at) }, context);
    if (now === null) return moved.abort();
    [seen, before] = [now, at];
  }
}

/** The run when the command was begun, and as it was seen last. */
interface Look {
  readonly run: Run;
  readonly seen: Run;
  readonly listens: boolean;
}

/** The run as it is now; null where the command is not to go on. */
async function looked(
  journal: Journal,
  { run, seen, listens: isDue }: Look,
  context: StepContext,
): Promise<Run | null> {
  if (context.endsAt !== undefined && isLastCall(context.clock.now(), context.endsAt)) return null;
  try {
    const held = await renewed(journal, seen, context);
    if (isDue) await overhear(journal, held, context);
    if ((await journal.length()) === held.rev) return held;
    const now = await readRun(journal);
    return isNeedless(run, now) ? null : now;
  } catch (error) {
    // One failed look costs nothing: the next one, or the append at the end, will tell.
    if (!(error instanceof Failure)) throw error;
    return seen;
  }
}

/** The run once its worker has said that it goes on holding it, where that is due. */
async function renewed(journal: Journal, run: Run, context: StepContext): Promise<Run> {
  const now = context.clock.now();
  const renewal = renewalOf(run, now);
  if (renewal === null) return run;
  const events = stampEpoch(run, [withTime(renewal, now)], context);
  return (await journal.append(events, run.rev)) === "appended" ? events.reduce(evolve, run) : run;
}

/** A stop that somebody says while no desk hears it is written down as the desk would. */
async function overhear(journal: Journal, run: Run, context: StepContext): Promise<void> {
  const stop = await pollStopCommand(run, context);
  if (stop === null) return;
  await writeDown(journal, context.clock, (now) => ({
    drafts: isOver(now.stage) || isToEnd(now) ? [] : [stop],
    alone: false,
  }));
}

/** The run ends, is another worker's, or something else is to be done now. */
function isNeedless(before: Run, now: Run): boolean {
  return now.epoch !== before.epoch || endingOf(now) !== null || !isSameCommand(next(now), next(before));
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
