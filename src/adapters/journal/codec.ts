/** What a journal must know of the core's words: how events become lines, lines events, and events something to look at. */
import type { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";
import type { Pointer } from "./pointer.ts";

/** Files for people and other tools, made from the events (S1.13, S1.15); nothing is ever read back from them. */
export interface RunViews {
  readonly run: string;
  readonly artifact: string;
  /** Null once the run is over: the pointer is then taken away (S1.14). */
  readonly pointer: Pointer | null;
}

/** Pure. */
export interface Codec {
  /** One line of JSON (S1.16) an event, without its newline, the `payload` a field of its own. `before`: the events before them. */
  write(events: readonly Event[], before: readonly Event[]): readonly string[];
  /** The history of a text of whole lines, long payloads put back; `unreadable` names the line. */
  read(text: string): History;
  views(events: readonly Event[]): RunViews;
}
