/** Writes the events of a run for a terminal. */
import type { Event } from "#core/events/event.ts";
import { historyEntries } from "#text/journal/history-lines.ts";
import { columns } from "./layout.ts";

/** A row for each event. `iso` turns milliseconds into an ISO date in UTC. */
export function historyPage(events: readonly Event[], iso: (ms: number) => string): string {
  const rows = historyEntries(events, iso).map(({ line, words }) => [
    line.ts,
    `${line.iteration}`,
    line.level,
    line.step,
    line.event,
    line.status,
    words,
  ]);
  return columns(["time", "iteration", "level", "step", "event", "status", ""], rows);
}
