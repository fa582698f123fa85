/** What the core decides over a journal, event by event, as one digest: another digest means that a run of then would go on otherwise now. */
import { CODEC } from "#cli/local/home.ts";
import { next } from "#core/decide/next.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { canonicalJson, sha256 } from "#core/values/digest.ts";

/** The events of a kept journal. Throws an `Error` that names the line where this version cannot read it. */
export function eventsIn(text: string): readonly Event[] {
  const read = CODEC.read(text);
  if (read.kind !== "events") throw new Error(read.why);
  return read.events;
}

/** Of every prefix: the stage, and the next command or why there is none. */
export function decisionsOf(events: readonly Event[]): string {
  const told = events.map((_, index) => {
    const run = replay(events.slice(0, index + 1));
    if (run === null) throw new Error("a journal begins a run");
    return [run.stage, next(run)];
  });
  return sha256(canonicalJson(told));
}
