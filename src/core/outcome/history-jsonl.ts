/** Writes and reads a journal as text: one JSON line an event, readable by people and replayable by `replay`. */
import * as z from "zod";
import { Event } from "#core/events/event.ts";
import { withEvents } from "#core/run/evolve/evolve.ts";
import { type HistoryLine, lineIn, ONCE_OR_TWICE } from "./history-line.ts";
import { stepOf, type Transition, transitionsOf } from "./transition.ts";

/** What a history says: its events, or the first line that cannot be read and the events before it. */
export type HistoryReading =
  | { readonly kind: "events"; readonly events: readonly Event[] }
  | { readonly kind: "unreadable"; readonly why: string; readonly events: readonly Event[] };

const TROUBLE = ["phase_error", "failed", "budget_refused", "run_blocked"];

/** The line of an event. `iso` turns milliseconds into an ISO date in UTC. */
function toLine(transition: Transition, iso: (ms: number) => string): HistoryLine {
  const { event, after } = transition;
  const { kind, at, ...payload } = event;
  return {
    ts: iso(at),
    run_id: after.runId,
    iteration: after.progress.iteration,
    level: after.progress.level,
    step: stepOf(transition),
    event: kind,
    status: TROUBLE.includes(kind) ? "error" : "ok",
    payload: { ...payload, at },
  };
}

/** The lines of events that follow those `before` them, in order. Throws on a bug: events that do not begin a run. */
export function historyLinesOf(
  events: readonly Event[],
  iso: (ms: number) => string,
  before: readonly Event[] = [],
): readonly HistoryLine[] {
  return transitionsOf(events, before).map((transition) => toLine(transition, iso));
}

const KINDS: readonly string[] = Event.options.map(({ shape }) => shape.kind.value);

/** A line of a newer version is an error: the reader guesses nothing. */
function whyNot(kind: string, error: z.ZodError): string {
  if (!KINDS.includes(kind)) return "this version knows no such event; if a newer one wrote it, let that one go on";
  const isNewer = error.issues.some(({ code }) => code === "unrecognized_keys");
  return `${z.prettifyError(error)}${isNewer ? "; if a newer version wrote it, let that one go on" : ""}`;
}

/**
 * The events of parsed lines, after those `before` them. A line that is not an event makes the whole history
 * unreadable, naming the line.
 */
export function eventsOfHistory(lines: readonly unknown[], before: readonly Event[] = []): HistoryReading {
  const added: Event[] = [];
  const unreadable = (why: string): HistoryReading => ({
    kind: "unreadable",
    why: `line ${before.length + added.length + 1}${why}`,
    events: [...before, ...added],
  });
  for (const value of lines) {
    const line = lineIn(value);
    if (!line.success) return unreadable(`: ${z.prettifyError(line.error)}`);
    const event = Event.safeParse({ kind: line.data.event, ...line.data.payload }, ONCE_OR_TWICE);
    if (!event.success) return unreadable(` (${line.data.event}): ${whyNot(line.data.event, event.error)}`);
    added.push(event.data);
  }
  const events = withEvents(before, added);
  if (events[0]?.kind !== "run_started")
    return { kind: "unreadable", why: "line 1: a history begins with run_started", events: [] };
  return { kind: "events", events };
}
