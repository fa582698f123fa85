/** A decision that follows from a run by itself, and what it may know. */
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";

/**
 * What the driver knows beside the run: the time in milliseconds, and the audit key, which is revealed when the loop is
 * over.
 */
export interface DriverFacts {
  readonly at: number;
  readonly key: string | null;
}

/** A rule of conclusion: the event that follows now, or null. */
export type Conclusion = (run: Run, facts: DriverFacts) => EventDraft | null;
