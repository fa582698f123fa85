/**
 * A journal that is written to seldom: events that can be made again are kept in memory until one comes that must not
 * be lost.
 */
import type { Event, EventKind } from "#core/events/event.ts";
import { withEvents } from "#core/run/evolve/evolve.ts";
import type { AppendResult, Journal } from "#ports/journal.ts";

/**
 * Events that are written with the one that follows. After a crash they are made again, from the last tree that was
 * pushed: an iteration is one transaction. What an evaluation leads to is written with it; where it leads to nothing
 * yet, as the first one of level B on a tree that is kept already, it waits too. A receipt is found again on GitHub.
 */
const WAITING: readonly EventKind[] = [
  "run_hydrated",
  "rehearsed",
  "plan_reviewed",
  "revision_requested",
  "setup_done",
  "base_scored",
  "review_measured",
  "plan_created",
  "artifact_created",
  "atom_started",
  "atom_probed",
  "atom_resolved",
  "atom_failed",
  "or_switched",
  "atom_decomposed",
  "checks_prepared",
  "evaluation_done",
  "critique_done",
  "refinement_done",
  "iteration_advanced",
  "audit_done",
  "settled",
];

/**
 * Events that others rely on, which never wait, whatever follows from them: until a claim of a hand-over is written
 * down, no other job knows that it is used; a kept iteration moves a branch, and the driver must learn at once that
 * another writer moved it.
 */
const AT_ONCE: readonly EventKind[] = ["consumed", "iteration_kept"];

/**
 * True when these events may wait for those that follow. A loop that has passed waits for its last audit. The number of
 * a draft never waits: the job that resumes the run goes on with it.
 */
export function mayBuffer(events: readonly Event[]): boolean {
  if (events.some((event) => AT_ONCE.includes(event.kind) || isDraftOpened(event))) return false;
  return events.at(-1)?.kind === "loop_passed" || events.every(({ kind }) => WAITING.includes(kind));
}

function isDraftOpened(event: Event): boolean {
  return event.kind === "settled" && event.effect === "draft" && event.receipt !== null;
}

export interface BufferedJournal extends Journal {
  /** The events that were appended and are not written yet. */
  readonly buffered: () => readonly Event[];
  /**
   * Writes the buffered events. `conflict`: another writer was faster; they stay buffered, behind its events. Throws
   * `Failure("journal")`.
   */
  readonly flush: () => Promise<AppendResult>;
}

/**
 * The journal with the buffered events behind it. When another writer was faster, its events come first and the
 * buffered ones after: events that are not lawful any more change nothing but the price. `waits` decides about each
 * append.
 */
export function bufferedJournal(journal: Journal, waits: (events: readonly Event[]) => boolean): BufferedJournal {
  let held: readonly Event[] = [];
  /** The number of events that the store had when it was last read; null before. */
  let written: number | null = null;

  const isBehind = (after: number): boolean => written !== null && after === written + held.length;

  async function write(events: readonly Event[], after: number): Promise<AppendResult> {
    const answer = await journal.append([...held, ...events], after - held.length);
    if (answer !== "appended") return answer;
    written = after + events.length;
    held = [];
    return answer;
  }

  async function look(): Promise<number> {
    written = await journal.length();
    return written + held.length;
  }

  return {
    buffered: () => held,
    flush: () =>
      written === null || held.length === 0 ? Promise.resolve("appended") : write([], written + held.length),
    length: look,
    async load() {
      const history = await journal.load();
      written = history.kind === "missing" ? 0 : history.events.length;
      return history.kind === "events" ? { kind: "events", events: withEvents(history.events, held) } : history;
    },
    async append(events, after) {
      if (!waits(events)) return held.length > 0 && !isBehind(after) ? "conflict" : write(events, after);
      if (written === null) await look();
      if (!isBehind(after)) return "conflict";
      held = [...held, ...events];
      return "appended";
    },
  };
}
