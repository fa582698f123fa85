/**
 * Reads and writes `current.json` beside the run folders: it names the active run, and is absent when none is active.
 */
import { dirname, join } from "node:path";
import { type Pointer, pointerOf, pointerText } from "#adapters/journal/pointer.ts";
import { readTextOrNull, removeFile, replaceFile } from "./durable.ts";

/** Writes the pointer of the run in `folder`. Idempotent. */
export async function writePointer(folder: string, pointer: Pointer): Promise<void> {
  const text = pointerText(pointer);
  if ((await readTextOrNull(placeOf(folder))) !== text) await replaceFile(placeOf(folder), text);
}

/** Removes the pointer, unless it names another run. Idempotent. */
export async function clearPointer(folder: string, runId: string): Promise<void> {
  const current = await readPointer(folder);
  if (current?.runId === runId) await removeFile(placeOf(folder));
}

/**
 * The active run beside `folder`; null when there is none or the file cannot be parsed: it is a hint, not the truth.
 */
export async function readPointer(folder: string): Promise<Pointer | null> {
  const text = await readTextOrNull(placeOf(folder));
  return text === null ? null : pointerOf(text);
}

function placeOf(folder: string): string {
  return join(dirname(folder), "current.json");
}
