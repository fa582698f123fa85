/**
 * What an aborted signal says of a run: somebody stops it, or it is put down as it is for whoever drives it next
 * (decision 0049).
 */
import type { Event } from "#core/events/event.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/**
 * What came of a command, with what the signal says of it where it was aborted. A stop that somebody asked for before
 * stands.
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

/** True where a step was ended so, and nobody has ended its run meanwhile: nothing more is begun here. */
export function isSuspended(events: readonly Event[], after: Run): boolean {
  return !isOver(after.stage) && events.some((event) => event.kind === "step_interrupted" && event.putDown === true);
}
