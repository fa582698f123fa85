/**
 * Selects the events that last when another process makes their step needless: its price, and what happened anyway,
 * such as a stop that was requested.
 */
import { isOverruled } from "#core/decide/ending.ts";
import { type EngineCommand, STEP_OF } from "#core/decide/engine-command.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { Event, EventKind } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { BranchNotMoved } from "#ports/journal.ts";

/** A command and its events. */
export interface Done {
  readonly command: EngineCommand;
  readonly events: readonly Event[];
}

/**
 * Gives what lasts of a step that another process overtook: its price, and the lasting events; a stop request only
 * where no stop rule ends, pauses or redirects the run already.
 */
export function costOnly({ command, events }: Done, now: Run): readonly Event[] {
  const [first] = events;
  const cost: readonly Event[] =
    first?.spend === undefined
      ? []
      : [{ kind: "step_interrupted", at: first.at, step: STEP_OF[command.kind], spend: first.spend }];
  const isLasting = ({ kind }: Event): boolean =>
    LASTING.includes(kind) && !(kind === "stop_requested" && isOverruled(now));
  return [...cost, ...events.filter(isLasting).map(unpriced)];
}

/**
 * Takes away price and time, which stand on a command's first event: `step_interrupted` has the price here, and the
 * time does not count.
 */
function unpriced({ spend: _spend, took: _took, ...event }: Event): Event {
  return event;
}

/** Events that hold whichever process wrote first: they happened outside of the journal, or speak against the work. */
const LASTING: readonly EventKind[] = ["stop_requested", "audit_done", "published", "settled"];

/**
 * Replaces `iteration_kept` by `gave_up` where the journal could be moved and the branch could not: a person moved the
 * branch, and nothing is pushed over their work, or it cannot be moved at all.
 */
export function notKept(events: readonly Event[], unmoved: BranchNotMoved | null): readonly Event[] {
  return events.map((event) => {
    if (event.kind !== "iteration_kept") return event;
    const taken =
      `somebody else moved the branch ${event.branch}; ` +
      `take it back to ${event.before ?? "nothing"}, or begin a new run`;
    return {
      kind: "gave_up",
      at: event.at,
      reason: unmoved?.reason ?? "taken_over",
      message: eventMessage(unmoved?.why ?? taken),
    };
  });
}
