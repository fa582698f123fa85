/** Writes events into a run's journal, while other processes may write to it as well. */
import { conclude } from "#core/conclude.ts";
import { type Event, type EventDraft, withTime } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { untilWritten } from "#ports/until-written.ts";
import { readRun } from "./read-run.ts";

/** Attempts to write the events when other processes write at the same moment. */
const TRIES = 20;

/** `alone`: no other driver works on the run, so its conclusions are written too; otherwise the driver writes them. */
export interface JournalEntry {
  readonly drafts: readonly EventDraft[];
  readonly alone: boolean;
}

/**
 * Asks `decide` which events the run as it is needs, and writes them with the time `at`; asks again when another
 * process wrote first. Gives the run after them; the run unchanged when there is nothing to write, and when its history
 * cannot be read: nothing is written to it. Throws `Failure("journal")`.
 */
export async function writeDown(
  journal: Journal,
  clock: Clock,
  decide: (run: Run, at: number) => JournalEntry,
): Promise<Run> {
  const write = async (): Promise<Run | "conflict"> => {
    const run = await readRun(journal);
    if (run.unreadable !== null) return run;
    const at = clock.now();
    const { drafts, alone } = decide(run, at);
    const events = drafts.map((draft) => withTime(draft, at));
    const after = events.reduce(evolve, run);
    const follows = alone ? conclude(after, { at, key: null }) : [];
    const isFirst = await isWritten(journal, [...events, ...follows], run.rev);
    return isFirst ? follows.reduce(evolve, after) : "conflict";
  };
  return untilWritten(write, { tries: TRIES, message: "the run is written to without end; try again" });
}

/**
 * False where another process wrote first. Throws `Failure("journal")` also where the append must move a branch and
 * cannot.
 */
async function isWritten(journal: Journal, events: readonly Event[], after: number): Promise<boolean> {
  const answer = events.length === 0 ? "appended" : await journal.append(events, after);
  if (typeof answer === "object") throw new Failure("journal", answer.why, { retryable: false });
  return answer === "appended";
}
