/** The shape of the tables that `evolve` is made of: what an event of each kind changes. */
import type { EventKind, EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";

/** What an event of a kind changes, beside stage, count, time and usage. */
export type EventChange<K extends EventKind> = (run: Run, event: EventOf<K>) => Partial<Run>;
export type EventChanges = { readonly [K in EventKind]?: EventChange<K> };
