/** The events of a run in the order in which they happened, a line each, for people (S1.01). */
import type { Event } from "#core/events/event.ts";
import { type HistoryLine, historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import { progressLines } from "./progress-line.ts";

/** One event: its line in the envelope of S1.16, and what it says in a few words (empty for what says nothing more). */
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
