/**
 * What has happened, in the past tense: the only thing that changes a run. Names are those of S1.17 and behaviours 6.7.
 */
import * as z from "zod";
import { ATOM_EVENTS } from "./atom-events.ts";
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
]);
export type Event = z.infer<typeof Event>;
export type EventKind = Event["kind"];
/** One kind of event, by its name. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;
/** An event that has no time and no price yet: what a step or a conclusion gives, before the driver writes it down. */
export type EventDraft<K extends EventKind = EventKind> = K extends EventKind
  ? Omit<EventOf<K>, "at" | "spend" | "took" | "stumbles" | "epoch">
  : never;

/** A draft as it is written down: with its time, in milliseconds. */
export function withTime(draft: EventDraft, at: number): Event {
  return { ...draft, at } as Event; // a draft is an event without its time
}
