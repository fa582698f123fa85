/** Goes through a history event by event: the run before each, the run after it, and the step that it came of. */
import { currentStep, type Step } from "#core/events/data/step.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";

/** Kinds of events that belong to an evaluation, whichever step the loop stood at. */
const OF_EVALUATION = [
  "work_formatted",
  "evaluation_done",
  "iteration_kept",
  "iteration_discarded",
  "phase_switched",
  "loop_passed",
];

/** The step that an event came of: its own, else where the loop stood in the run before it. Pure. */
export function stepOf({ event, before }: Transition): Step {
  if ("step" in event) return event.step;
  if (event.took !== undefined) return event.took.step;
  return OF_EVALUATION.includes(event.kind) ? "EVALUATE" : currentStep(before);
}

/**
 * An event between the run before it and the run that it made; the event that begins a run has the begun run on both
 * sides.
 */
export interface Transition {
  readonly event: Event;
  readonly before: Run;
  readonly after: Run;
}

/** The events that follow those `before` them, in order. Throws on a bug: events that do not begin a run. Pure. */
export function transitionsOf(events: readonly Event[], before: readonly Event[] = []): readonly Transition[] {
  const begun = replay(before.length === 0 ? events.slice(0, 1) : before);
  if (begun === null) throw new Error("bug: a history begins with run_started");
  let run: Run = begun;
  return events.map((event, index) => {
    const from = run;
    if (index > 0 || before.length > 0) run = evolve(from, event);
    return { event, before: from, after: run };
  });
}
