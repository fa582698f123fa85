/** The engine: chooses, performs and records one command after the other, until there is nothing to do here. */
import { handOnIfDue, outOfTime, renewalOf } from "#core/approval/lease.ts";
import { conclude } from "#core/conclude.ts";
import { isOverruled } from "#core/decide/ending.ts";
import { isSameCommand, STEP_OF } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import { type Event, withTime } from "#core/events/event.ts";
import { type ResultJson, resultJsonOf } from "#core/outcome/result-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { Station } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { untilWritten } from "#ports/until-written.ts";
import { isPassing } from "#text/journal/passing.ts";
import { progressLines } from "#text/journal/progress-line.ts";
import { isSuspended, withAbort } from "./aborted.ts";
import { costOnly, type Done, notKept } from "./lasting-events.ts";
import { perform } from "./perform.ts";
import { markStale, stampEpoch } from "./stamp.ts";
import { performWatched } from "./watch.ts";

/** Conflicts in a row after which the driver gives up an append: another process is writing without end. */
const APPENDS = 5;

/**
 * Drives a run as far as this station can. Safe at every crash: what is not in the journal is done again. An aborted
 * `context.signal` ends the current step, and stops or suspends the run (`context.whenAborted`). A driver that finds
 * another one at its work ends, so that a hand-over is used once. Throws `Failure` when the journal is missing or
 * cannot be written, and `Interrupted` when the run is suspended.
 */
export async function drive(journal: Journal, station: Station, context: StepContext): Promise<ResultJson> {
  let { run } = await settle(await readRun(journal), null, journal, context);
  for (;;) {
    const command = next(run);
    if (command.kind === "stop" || !station.performs.includes(command.kind)) return resultJsonOf(run);
    const current = run;
    const last = lastWord(current, station, context);
    const came =
      last ??
      (await performWatched(journal, current, context, (signal) => perform(command, current, { ...context, signal })));
    const events = withAbort(came, current, context);
    const settled = await settle(current, { command, events }, journal, context);
    run = settled.run;
    if (settled.lost || last !== null) return resultJsonOf(run);
    if (isSuspended(events, run))
      throw new Interrupted(`${STEP_OF[command.kind]} is put down: whoever drives the run next takes it up`);
  }
}

/** The event of a job that will be killed soon, which ends its work on the run; null while there is time. */
function lastWord(run: Run, { resumable }: Station, { worker, clock, endsAt }: StepContext): readonly Event[] | null {
  if (worker === null || endsAt === undefined) return null;
  const now = clock.now();
  const draft = resumable === false ? outOfTime(now, endsAt) : handOnIfDue(run, worker, { now, endsAt });
  return draft === null ? null : [withTime(draft, now)];
}

/** `lost`: another driver has done the command, and the run is its own now. */
interface Settled {
  readonly run: Run;
  readonly lost: boolean;
}

interface Pending extends Settled {
  readonly fresh: readonly Event[];
}

/**
 * Appends the events with all that follows from them, and gives the run after them. When another process wrote first,
 * its events are read first; the events of the command then count only if it is still due, otherwise only their price
 * does.
 */
async function settle(before: Run, done: Done | null, journal: Journal, context: StepContext): Promise<Settled> {
  let pending: Pending = { run: before, fresh: done?.events ?? [], lost: false };
  const append = async (): Promise<Settled | "conflict"> => {
    const { run, fresh, lost } = pending;
    const after = fresh.reduce(evolve, run);
    const all = [...fresh, ...(lost ? [] : await followsFrom(after, context))];
    if (all.length === 0) return { run, lost };
    const answer = await journal.append(stampEpoch(run, all, context), run.rev);
    if (answer === "appended") return { run: tell(run, all, context), lost };
    pending =
      answer === "conflict"
        ? afterConflict(pending, await readRun(journal), done)
        : { run, fresh: notKept(fresh, answer), lost };
    return "conflict";
  };
  const message = `the journal moved ${APPENDS} times while it was written; is another driver at work?`;
  return untilWritten(append, { tries: APPENDS, message });
}

/** The conclusions from the run, and the renewal of its lease where that is due. */
async function followsFrom(run: Run, { clock, secrets }: StepContext): Promise<readonly Event[]> {
  const at = clock.now();
  const follows = conclude(run, { at, key: await secrets.auditKey() });
  const renewal = renewalOf(follows.reduce(evolve, run), at);
  return renewal === null ? follows : [...follows, withTime(renewal, at)];
}

/** Decides what is still to be written, over the run as the other process left it. */
function afterConflict({ run, fresh, lost }: Pending, now: Run, done: Done | null): Pending {
  // Another worker holds the run, or none does: of the work of a stale worker only the price counts.
  if (now.epoch !== run.epoch)
    return { run: now, fresh: done === null ? [] : markStale(costOnly(done, now), run), lost: true };
  if (now.rev === run.rev) return { run: now, fresh: notKept(fresh, null), lost };
  if (done === null || isSameCommand(next(now), done.command)) return { run: now, fresh, lost };
  return { run: now, fresh: costOnly(done, now), lost: !isOverruled(now) };
}

function tell(before: Run, events: readonly Event[], { log }: StepContext): Run {
  return events.reduce((run, event) => {
    const after = evolve(run, event);
    for (const line of progressLines(event, after)) log.info(line, isPassing(event));
    return after;
  }, before);
}
