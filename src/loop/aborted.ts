/** What an aborted signal says of a run: somebody stops it, or it is put down as it is for whoever drives it next (decision 0049). */
import type { Event } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import type { Kit } from "./kit.ts";

/** What came of a command, with what the signal says of it where it was aborted. A stop that somebody asked for before stands. */
export function withWish(events: readonly Event[], { stopRequest }: Run, { signal, whenAborted, clock }: Kit): readonly Event[] {
  if (!signal.aborted) return events;
  if (whenAborted === "put_down") return events.map((event) => (event.kind === "step_interrupted" ? { ...event, putDown: true } : event));
  return stopRequest === null ? [...events, { kind: "stop_requested", at: clock.now(), by: "operator", note: "interrupted" }] : events;
}

/** True for a step that was ended so: nothing more is begun after it here. */
export function isPutDown(event: Event): boolean {
  return event.kind === "step_interrupted" && event.putDown === true;
}
