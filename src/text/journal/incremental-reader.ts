/** Reads histories and caches them: a history only grows, and jobs read it again and again. */
import type { Event } from "#core/events/event.ts";
import { eventsOfHistory, type HistoryReading } from "#core/outcome/history-jsonl.ts";

interface Read {
  readonly text: string;
  readonly events: readonly Event[];
}

const NOTHING: Read = { text: "", events: [] };

/** The most characters of all cached histories; a usual one has some ten thousand. */
const ROOM = 4_000_000;

/**
 * Reads a text of whole lines; of a cached run, only the new ones. One line that is not JSON makes the history
 * unreadable, and is named: no event is a text. Drops the runs that were not read for longest, so that the cached texts
 * have at most `room` characters; a longer one is read anew each time.
 */
export function incrementalReader(room = ROOM): (text: string) => HistoryReading {
  const reads = new Map<string, Read>();
  return (text) => {
    const name = text.slice(0, text.indexOf("\n"));
    const last = reads.get(name) ?? NOTHING;
    const known = text.startsWith(last.text) ? last : NOTHING;
    const lines = text.slice(known.text.length).split("\n");
    const reading = eventsOfHistory(
      lines.flatMap((line) => (line === "" ? [] : [parsed(line)])),
      known.events,
    );
    if (reading.kind === "events" && text.endsWith("\n")) keep(reads, name, { text, events: reading.events }, room);
    return reading;
  };
}

/** The first line of a history is unique to its run, so it is the key. */
function keep(reads: Map<string, Read>, name: string, read: Read, room: number): void {
  if (read.text.length > room) return;
  reads.delete(name);
  reads.set(name, read);
  let length = 0;
  for (const { text } of reads.values()) length += text.length;
  for (const [oldest, { text }] of reads) {
    if (length <= room) return;
    reads.delete(oldest);
    length -= text.length;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}
