/** What the agents of a run did, whole, as a file for people: JSON lines, without secrets, bounded (M3.04). Nothing is ever read back from it. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "#core/values/message-of.ts";

/** Bytes of such a file at most; what comes after is left out, and the file says so. */
const MOST = 50 * 1024 ** 2;

export interface EventFileOptions {
  /** Hides secrets. */
  readonly redact: (text: string) => string;
  /** Told once, when the file cannot be written any more: the work goes on without it. */
  readonly onFailure: (why: string) => void;
  /** Bytes at most; 50 MiB where absent. */
  readonly most?: number;
}

/**
 * Begins the file anew, with its folder. Throws what the file system says. What it gives adds one event as a line, in order, and never
 * throws: written at once, so that a killed process leaves what was done until then.
 */
export function eventFile(path: string, { redact, onFailure, most = MOST }: EventFileOptions): (event: object) => void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  let left = most;
  let isOpen = true;
  return (event) => {
    if (!isOpen) return;
    const line = `${JSON.stringify(event, (_key, value: unknown) => (typeof value === "string" ? redact(value) : value))}\n`;
    left -= Buffer.byteLength(line);
    isOpen = left >= 0;
    try {
      appendFileSync(
        path,
        isOpen ? line : `${JSON.stringify({ kind: "warning", data: { text: "the file is full: what came after is left out" } })}\n`,
      );
    } catch (error) {
      isOpen = false;
      onFailure(`the events of agents are not written to ${path} any more: ${messageOf(error)}`);
    }
  };
}
