/**
 * Says what an aborted signal means for a run: it is stopped, or suspended for the next driver
 * (.github/decisions/0049).
 */
import type { Event } from "#core/events/event.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/**
 * Adds to the events of a command what its aborted signal means: a stop, or on the interrupted step that the run is
 * suspended. A stop that was requested before stands.
 */
export function withAbort(
  events: readonly Event[],
  { stopRequest }: Run,
  { signal, whenAborted, clock }: StepContext,
): readonly Event[] {
  if (!signal.aborted) return events;
  if (whenAborted === "put_down")
    return events.map((event) => (event.kind === "step_interrupted" ? { ...event, putDown: true } : event));
  return stopRequest === null
    ? [...events, { kind: "stop_requested", at: clock.now(), by: "operator", note: "interrupted" }]
    : events;
}

/** True where the step was suspended and the run has not ended in the meantime: the driver begins nothing more. */
export function isSuspended(events: readonly Event[], after: Run): boolean {
  return !isOver(after.stage) && events.some((event) => event.kind === "step_interrupted" && event.putDown === true);
}
