/**
 * Writes the events of a run's agents to a file for people: JSON lines, without secrets, bounded in size. The program
 * never reads the file back.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "#core/values/message-of.ts";

/** Bytes of such a file at most; later events are left out, and the file says so. */
const MOST = 50 * 1024 ** 2;

export interface EventFileOptions {
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Called once, when the file cannot be written any more: the run goes on without it. */
  readonly onFailure: (why: string) => void;
  /** Bytes at most; 50 MiB where absent. */
  readonly most?: number;
}

/**
 * Creates the file anew, with its folder. Throws the error of the file system. The function that it returns appends one
 * event as a line, in order, and never throws. It writes at once, so that the file of a killed process holds all
 * earlier events.
 */
export function eventFile(path: string, { redact, onFailure, most = MOST }: EventFileOptions): (event: object) => void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  let left = most;
  let isOpen = true;
  return (event) => {
    if (!isOpen) return;
    const redactText = (_key: string, value: unknown): unknown => (typeof value === "string" ? redact(value) : value);
    const line = `${JSON.stringify(event, redactText)}\n`;
    left -= Buffer.byteLength(line);
    isOpen = left >= 0;
    try {
      appendFileSync(
        path,
        isOpen
          ? line
          : `${JSON.stringify({ kind: "warning", data: { text: "the file is full: what came after is left out" } })}\n`,
      );
    } catch (error) {
      isOpen = false;
      onFailure(`the events of agents are not written to ${path} any more: ${messageOf(error)}`);
    }
  };
}
