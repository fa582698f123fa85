/** Tells which progress matters until the next event only. */
import type { Event } from "#core/events/event.ts";

/** Steps of which nobody asks once the next one is there; the block of the iteration tells what came of them. */
const PASSING: ReadonlySet<Event["kind"]> = new Set<Event["kind"]>([
  "base_scored",
  "plan_created",
  "artifact_created",
  "refinement_done",
  "atom_started",
  "atom_probed",
  "atom_resolved",
  "iteration_kept",
]);

/** Whether the lines of an event matter until the next event only. Pure. */
export function isPassing({ kind }: Event): boolean {
  return PASSING.has(kind);
}
