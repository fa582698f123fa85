/** How long a run was in each of its stages, from its events. */
import type { Stage } from "#core/events/data/reason.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";

/** A stay in a stage. `ms` is null for the last one, which is not over. */
export interface Stay {
  readonly stage: Stage;
  readonly ms: number | null;
}

/** The stays in order; a stage that a run came back to is there twice. Empty for no events. */
export function staysOf(events: readonly Event[]): readonly Stay[] {
  const [first, ...rest] = events;
  let run = first === undefined ? null : replay([first]);
  if (run === null) return [];
  const stays: Stay[] = [];
  let since = run.updatedAt;
  for (const event of rest) {
    const before = run.stage;
    run = evolve(run, event);
    if (run.stage === before) continue;
    stays.push({ stage: before, ms: event.at - since });
    since = event.at;
  }
  return [...stays, { stage: run.stage, ms: null }];
}
