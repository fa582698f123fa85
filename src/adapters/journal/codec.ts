/** Converts the events of a journal to lines and back, and makes its views from them. */
import type { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";
import type { Pointer } from "./pointer.ts";

/**
 * Files for people and other tools, made from the events. The program reads none of them back but `summary`, which
 * tells other runs of the repository what this one spends and waits for.
 */
export interface RunViews {
  readonly run: string;
  /** One line of JSON (core/runs/run-summary). */
  readonly summary: string;
  readonly artifact: string;
  /** Null once the run is over: the pointer is then removed. */
  readonly pointer: Pointer | null;
}

/** Pure. */
export interface Codec {
  /**
   * Writes each event as one line of JSON, without its newline, with `payload` as a field of its own. `before`: all
   * earlier events.
   */
  write(events: readonly Event[], before: readonly Event[]): readonly string[];
  /** The history in a text of whole lines, with long payloads restored; `unreadable` names the line. */
  read(text: string): History;
  views(events: readonly Event[]): RunViews;
}
