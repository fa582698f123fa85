/**
 * Stamps the events of a worker on GitHub with the epoch in which it holds the run: once another worker holds it, only
 * their price counts (.github/decisions/0040).
 */
import type { Event } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/** Gives the events, each with the epoch of the run before it; unchanged where no workflow run drives. */
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

/** Stamps the events of a stale worker with the epoch of `run`, in which it held the run. */
export function markStale(events: readonly Event[], run: Run): readonly Event[] {
  return events.map((event) => inEpoch(event, run));
}

/** A receipt has no epoch: what it names is on GitHub, whichever worker says so. */
function inEpoch(event: Event, { epoch }: Run): Event {
  return event.kind === "settled" ? event : { epoch, ...event };
}
