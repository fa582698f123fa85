/**
 * Watches a run while a command is performed: renews its lease, and interrupts the command where the journal makes it
 * needless.
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
 * Performs `work` under a signal that is aborted when `context.signal` is, or when the run in the journal ends, needs
 * another command, is held by another worker, or when the job is about to be killed. Renews the lease of this worker.
 */
export async function performWatched<T>(
  journal: Journal,
  run: Run,
  context: StepContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const moved = new AbortController();
  const polling = poll(journal, run, context, { done: done.signal, moved });
  try {
    return await work(AbortSignal.any([context.signal, moved.signal]));
  } finally {
    done.abort();
    await polling;
  }
}

async function poll(
  journal: Journal,
  run: Run,
  context: StepContext,
  { done, moved }: { done: AbortSignal; moved: AbortController },
): Promise<void> {
  let seen = run;
  let before = run.updatedAt;
  while (await pause(context.clock, context.pollInterval, done)) {
    const at = context.clock.now();
    const stopPollDue = isStopPollDue(run, context, before, at);
    const now = await pollOnce(journal, { run, seen, stopPollDue }, context);
    if (now === null) return moved.abort();
    [seen, before] = [now, at];
  }
}

/** `run`: as it was when the command began. `seen`: as it was read last. */
interface Poll {
  readonly run: Run;
  readonly seen: Run;
  readonly stopPollDue: boolean;
}

/** Polls once and gives the run as it is now; null where the command must end. */
async function pollOnce(journal: Journal, { run, seen, stopPollDue }: Poll, context: StepContext): Promise<Run | null> {
  if (context.endsAt !== undefined && isLastCall(context.clock.now(), context.endsAt)) return null;
  try {
    const held = await renewed(journal, seen, context);
    if (stopPollDue) await recordStop(journal, held, context);
    if ((await journal.length()) === held.rev) return held;
    const now = await readRun(journal);
    return isNeedless(run, now) ? null : now;
  } catch (error) {
    // One failed poll costs nothing: the next one, or the append at the end, finds the change.
    if (!(error instanceof Failure)) throw error;
    return seen;
  }
}

/** Renews the worker's lease where that is due, and gives the run after it. */
async function renewed(journal: Journal, run: Run, context: StepContext): Promise<Run> {
  const now = context.clock.now();
  const renewal = renewalOf(run, now);
  if (renewal === null) return run;
  const events = stampEpoch(run, [withTime(renewal, now)], context);
  return (await journal.append(events, run.rev)) === "appended" ? events.reduce(evolve, run) : run;
}

/** Polls for a `/stop` and writes it into the journal as the bot would, because the bot may be down. */
async function recordStop(journal: Journal, run: Run, context: StepContext): Promise<void> {
  const stop = await pollStopCommand(run, context);
  if (stop === null) return;
  await writeDown(journal, context.clock, (now) => ({
    drafts: isOver(now.stage) || isToEnd(now) ? [] : [stop],
    alone: false,
  }));
}

/** True when the run ends, belongs to another worker, or needs another command. */
function isNeedless(before: Run, now: Run): boolean {
  return now.epoch !== before.epoch || endingOf(now) !== null || !isSameCommand(next(now), next(before));
}

/** Waits. False when the command has ended. */
async function pause(clock: Clock, ms: number, done: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, done);
    return !done.aborted;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  }
}
