/** Events that outlast a step that somebody overtook: its price counts, and a stop that was asked for meanwhile. */
import { isOverruled } from "#core/decide/ending.ts";
import { type EngineCommand, STEP_OF } from "#core/decide/engine-command.ts";
import type { Event, EventKind } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { BranchNotMoved } from "#ports/journal.ts";

/** A command and what came of it. */
export interface Done {
  readonly command: EngineCommand;
  readonly events: readonly Event[];
}

/**
 * The step was overtaken: of its events only the price is left, and a stop that was asked for here, where nothing else
 * ends the run.
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
 * What a command cost and how long it took stands on its first event, whatever that is: here it is told of the command
 * itself.
 */
function unpriced({ spend: _spend, took: _took, ...event }: Event): Event {
  return event;
}

/** What has happened in the world, or speaks against the work, holds whoever was faster. */
const LASTING: readonly EventKind[] = ["stop_requested", "audit_done", "published", "settled"];

/**
 * The journal is as it was, so it was the branch: it stands elsewhere and is a person's now, so that nothing is pushed
 * after them (LIFE-11), or it cannot be moved at all (GIT-11, GIT-14).
 */
export function notKept(events: readonly Event[], unmoved: BranchNotMoved | null): readonly Event[] {
  return events.map((event) => {
    if (event.kind !== "iteration_kept") return event;
    const taken = `somebody else moved the branch ${event.branch}; take it back to ${event.before ?? "nothing"}, or begin a new run`;
    return {
      kind: "gave_up",
      at: event.at,
      reason: unmoved?.reason ?? "taken_over",
      message: (unmoved?.why ?? taken).slice(0, 4000),
    };
  });
}
