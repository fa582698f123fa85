/**
 * All events of a run, in the past tense: nothing else changes a run. Their kinds and fields are a stored format.
 */
import * as z from "zod";
import { ATOM_EVENTS } from "./atom-events.ts";
import { CI_EVENTS } from "./ci-events.ts";
import { CONTROL_EVENTS } from "./control-events.ts";
import { END_EVENTS } from "./end-events.ts";
import { LOOP_EVENTS } from "./loop-events.ts";
import { PLAN_EVENTS } from "./plan-events.ts";
import { STEER_EVENTS } from "./steer-events.ts";

export const Event = z.discriminatedUnion("kind", [
  ...PLAN_EVENTS,
  ...LOOP_EVENTS,
  ...ATOM_EVENTS,
  ...CONTROL_EVENTS,
  ...STEER_EVENTS,
  ...END_EVENTS,
  ...CI_EVENTS,
]);
export type Event = z.infer<typeof Event>;
export type EventKind = Event["kind"];
/** The events of one kind. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;
/** An event without time and usage: a step or a conclusion gives it, and the driver completes and writes it. */
export type EventDraft<K extends EventKind = EventKind> = K extends EventKind
  ? Omit<EventOf<K>, "at" | "spend" | "took" | "stumbles" | "epoch">
  : never;

/** The event of a draft, with its time in milliseconds. */
export function withTime(draft: EventDraft, at: number): Event {
  return { ...draft, at } as Event; // a draft is an event without its time
}
