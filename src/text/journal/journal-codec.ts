/**
 * Turns a run's events into the files of a journal (`history.jsonl`, `run.json`, `summary.json`, `artifact.md`, the
 * pointer) and reads the history back. Pure; the journals receive it as an argument.
 */
import type { Event } from "#core/events/event.ts";
import { type HistoryReading, historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { runSummaryOf } from "#core/runs/run-summary.ts";
import { artifactPage } from "./artifact.ts";
import { incrementalReader } from "./incremental-reader.ts";

/** `pointer` is null once the run is over. */
interface Views {
  readonly run: string;
  readonly summary: string;
  readonly artifact: string;
  readonly pointer: {
    readonly runId: string;
    readonly alias: string;
    readonly status: string;
    readonly updatedAt: string;
  } | null;
}

export interface JournalCodec {
  readonly write: (events: readonly Event[], before: readonly Event[]) => readonly string[];
  readonly read: (text: string) => HistoryReading;
  readonly views: (events: readonly Event[]) => Views;
}

/**
 * `iso` turns milliseconds since the epoch into an ISO date in UTC. A codec reads only what a run's history gained
 * since the last time, and makes the views of a list of events once.
 */
export function journalCodec(iso: (ms: number) => string): JournalCodec {
  const drawn = new WeakMap<readonly Event[], Views>();
  return {
    write: (events, before) => historyLinesOf(events, iso, before).map((line) => JSON.stringify(line)),
    read: incrementalReader(),
    views: (events) => {
      const views = drawn.get(events) ?? viewsOf(events, iso);
      drawn.set(events, views);
      return views;
    },
  };
}

function viewsOf(events: readonly Event[], iso: (ms: number) => string): Views {
  const run = replay(events);
  if (run === null) throw new Error("bug: views of events that begin no run");
  const pointer = { runId: run.runId, alias: run.alias, status: run.stage, updatedAt: iso(run.updatedAt) };
  const summary = `${JSON.stringify(runSummaryOf(run))}\n`;
  return { run: runFile(run, iso), summary, artifact: artifactPage(run), pointer: isOver(run.stage) ? null : pointer };
}

/** The text of `run.json`. `iso` turns milliseconds into an ISO date in UTC. */
export function runFile(run: Run, iso: (ms: number) => string): string {
  return `${JSON.stringify(runJsonOf(run, iso), null, 2)}\n`;
}
