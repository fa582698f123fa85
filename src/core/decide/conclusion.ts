/** A conclusion: an event that follows from a run without a command, and the facts that it may use. */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";

/**
 * Facts that the driver gives beside the run: the time in milliseconds, and the audit key, which is revealed when the
 * loop is over.
 */
export interface DriverFacts {
  readonly at: number;
  readonly key: string | null;
}

/** A rule of conclusion: the event that follows now, or null. */
export type Conclusion = (run: Run, facts: DriverFacts) => EventDraft | null;
