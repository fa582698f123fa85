/**
 * Parses and writes the text of `history.jsonl`, one event a line, the same for every journal. It trusts nothing that
 * it reads.
 */
import type { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";
import type { Codec } from "./codec.ts";
import { type Blobs, restoreLongLines, spillLongLine } from "./long-line.ts";

/** Characters of a history with its blobs at most: a hundred times the longest runs. */
const LONGEST = 32 * 1024 * 1024;

/**
 * The events in a text. Appends are whole, so a last line without its newline was cut by another program: it makes the
 * history unreadable and is not repaired. Pure.
 */
export function parseHistory(text: string, blobs: Blobs, codec: Codec): Exclude<History, { kind: "missing" }> {
  const reason = rejectionOf(text, blobs);
  if (reason !== null) return { kind: "unreadable", why: reason, events: [] };
  const end = text.lastIndexOf("\n") + 1;
  const torn = end === text.length ? null : `line ${text.split("\n").length} is torn: it has no end`;
  const restored = restoreLongLines(text.slice(0, end), blobs);
  const reading = codec.read(restored.text);
  const why = reading.kind === "unreadable" ? reading.why : null;
  const events = reading.kind === "missing" ? [] : reading.events;
  // The first wrong line is named: codec.read stops before a line that could not be restored, and a torn line is the
  // last.
  if (restored.text !== "" && why !== null) return { kind: "unreadable", why, events };
  const broken = restored.broken ?? torn;
  return broken === null
    ? { kind: "events", events }
    : { kind: "unreadable", why: broken, events: restored.text === "" ? [] : events };
}

/** Why a text is not parsed at all; null where it is. */
function rejectionOf(text: string, blobs: Blobs): string | null {
  if (text === "") return "the file is empty";
  const length = [...blobs.values()].reduce((sum, blob) => sum + blob.length, text.length);
  return length > LONGEST ? `it has ${length} characters, and no run writes more than ${LONGEST}` : null;
}

/** The events of one append, and all earlier ones. */
export interface EventBatch {
  readonly before: readonly Event[];
  readonly events: readonly Event[];
}

/** The whole lines that a batch adds, and the blobs that they name. Pure. */
export function appendedText(
  { before, events }: EventBatch,
  codec: Codec,
): { readonly text: string; readonly blobs: Blobs } {
  const spilled = codec.write(events, before).map(spillLongLine);
  if (spilled.length !== events.length || spilled.some(({ line }) => line.includes("\n")))
    throw new Error("bug: an event is one line");
  const blobs = new Map(spilled.flatMap(({ blob }) => (blob === null ? [] : [[blob.sha, blob.text] as const])));
  return { text: spilled.map(({ line }) => `${line}\n`).join(""), blobs };
}

/** Counts the whole lines of a text. Pure. */
export function lineCountOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
