/**
 * Something that somebody said or that was found out is written into a run's journal, whoever else is writing to it.
 */
import { conclude } from "#core/conclude.ts";
import { type Event, type EventDraft, withTime } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { readRun } from "./read-run.ts";

/** How often it is written anew when others write at the same moment. */
const TRIES = 20;

/** `alone`: nobody else drives the run, so what follows from it is written too; else that is left to whoever drives. */
export interface JournalEntry {
  readonly drafts: readonly EventDraft[];
  readonly alone: boolean;
}

/**
 * Asks `decide` about the run as it is, and writes what it says with the time `at`; asks again when somebody was
 * faster. Gives the run after it; the same run when there is nothing to write, and when its history breaks off: nothing
 * is written there. Throws `Failure("journal")`.
 */
export async function writeDown(
  journal: Journal,
  clock: Clock,
  decide: (run: Run, at: number) => JournalEntry,
): Promise<Run> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const run = await readRun(journal);
    if (run.unreadable !== null) return run;
    const at = clock.now();
    const { drafts, alone } = decide(run, at);
    const said = drafts.map((draft) => withTime(draft, at));
    const after = said.reduce(evolve, run);
    const follows = alone ? conclude(after, { at, key: null }) : [];
    if (await isWritten(journal, [...said, ...follows], run.rev)) return follows.reduce(evolve, after);
  }
  throw new Failure("journal", "the run is written to without end; try again", { retryable: true });
}

/** False where somebody was faster. Throws `Failure("journal")` also where a branch is to be moved and cannot be. */
async function isWritten(journal: Journal, events: readonly Event[], after: number): Promise<boolean> {
  const answer = events.length === 0 ? "appended" : await journal.append(events, after);
  if (typeof answer === "object") throw new Failure("journal", answer.why, { retryable: false });
  return answer === "appended";
}
