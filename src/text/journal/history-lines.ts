/** Lists the events of a run in their order, a line each, for people. */
import type { Event } from "#core/events/event.ts";
import { historyLinesOf } from "#core/outcome/history-jsonl.ts";
import type { HistoryLine } from "#core/outcome/history-line.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import { progressLines } from "./progress-line.ts";

/** One event: its line of `history.jsonl`, and a short description (empty where there is nothing to add). */
export interface HistoryEntry {
  readonly line: HistoryLine;
  readonly words: string;
}

/** All events. `iso` turns milliseconds into an ISO date in UTC. Empty for events that begin no run. */
export function historyEntries(events: readonly Event[], iso: (ms: number) => string): readonly HistoryEntry[] {
  const [first, ...rest] = events;
  let run = first === undefined ? null : replay([first]);
  if (first === undefined || run === null) return [];
  const words = [progressLines(first, run)[0] ?? ""];
  for (const event of rest) {
    run = evolve(run, event);
    words.push(progressLines(event, run)[0] ?? "");
  }
  return historyLinesOf(events, iso).map((line, index) => ({ line, words: words[index] ?? "" }));
}
