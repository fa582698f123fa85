/**
 * What a worker on GitHub writes carries the epoch in which it holds the run: once another one does, it counts for its
 * price alone (core/approval/lease, S5).
 */
import type { Event } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/** The events, each with the epoch of the run before it; as they are where no workflow run drives. */
export function stampEpoch(
  run: Run,
  events: readonly Event[],
  { worker }: Pick<StepContext, "worker">,
): readonly Event[] {
  if (worker === null) return events;
  let now = run;
  return events.map((event) => {
    const one = inEpoch(event, now);
    now = evolve(now, one);
    return one;
  });
}

/** The events of whoever held the run as it was, and does no more. */
export function markStale(events: readonly Event[], run: Run): readonly Event[] {
  return events.map((event) => inEpoch(event, run));
}

/** A receipt has none: what is there is there, whoever says so. */
function inEpoch(event: Event, { epoch }: Run): Event {
  return event.kind === "settled" ? event : { epoch, ...event };
}
