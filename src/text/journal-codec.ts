/** How a run's events become the four files of S1.13, and how the history is read back. Pure; the journals are given it. */
import type { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import { eventsOf, linesOf, type Reading } from "#core/history.ts";
import { recordOf } from "#core/record.ts";
import type { Run } from "#core/run.ts";
import { isOver } from "#core/stage.ts";
import { artifactPage } from "./artifact.ts";

/** The pointer is null once the run is over (S1.14). */
interface Views {
  readonly run: string;
  readonly artifact: string;
  readonly pointer: { readonly runId: string; readonly alias: string; readonly status: string; readonly updatedAt: string } | null;
}

export interface JournalCodec {
  readonly write: (events: readonly Event[], all: readonly Event[]) => readonly string[];
  readonly read: (text: string) => Reading;
  readonly views: (events: readonly Event[]) => Views;
}

/**
 * `iso` turns milliseconds since the epoch into an ISO date in UTC. A journal only grows, and is read back after each append: a codec knows
 * what it read last, and reads on from there.
 */
export function journalCodec(iso: (ms: number) => string): JournalCodec {
  return {
    write: (events, all) =>
      linesOf(all, iso)
        .slice(all.length - events.length)
        .map((line) => JSON.stringify(line)),
    read: readingOn(),
    views: (events) => {
      const run = replay(events);
      if (run === null) throw new Error("bug: views of events that begin no run");
      const pointer = { runId: run.runId, alias: run.alias, status: run.stage, updatedAt: iso(run.updatedAt) };
      return { run: runFile(run, iso), artifact: artifactPage(run), pointer: isOver(run.stage) ? null : pointer };
    },
  };
}

/** The text of `run.json`. `iso` turns milliseconds into an ISO date in UTC. */
export function runFile(run: Run, iso: (ms: number) => string): string {
  return `${JSON.stringify(recordOf(run, iso), null, 2)}\n`;
}

interface Read {
  readonly text: string;
  readonly events: readonly Event[];
}

const NOTHING: Read = { text: "", events: [] };

/** Reads whole lines. One that is not JSON makes the history unreadable, naming it: no event is a text. */
function readingOn(): JournalCodec["read"] {
  let last: Read = NOTHING;
  return (text) => {
    const { events, text: known } = text.startsWith(last.text) ? last : NOTHING;
    const lines = text.slice(known.length).split("\n");
    const reading = eventsOf(
      lines.flatMap((line) => (line === "" ? [] : [parsed(line)])),
      events,
    );
    if (reading.kind === "events" && text.endsWith("\n")) last = { text, events: reading.events };
    return reading;
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}
