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

/** The same as data: a line of JSON for each event, as `history.jsonl` has it. */
export function historyData(events: readonly Event[], iso: (ms: number) => string): string {
  return historyEntries(events, iso)
    .map(({ line }) => JSON.stringify(line))
    .join("\n");
}
