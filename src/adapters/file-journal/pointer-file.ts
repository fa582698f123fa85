/** `current.json` beside the run folders: which run is active; absent when none is (S1.13, S1.14). */
import { dirname, join } from "node:path";
import { type Pointer, pointerOf, pointerText } from "#adapters/journal/pointer.ts";
import { readTextOrNull, removeFile, replaceFile } from "./durable.ts";

/** Writes the pointer of the run in `folder`. Idempotent. */
export async function writePointer(folder: string, pointer: Pointer): Promise<void> {
  const text = pointerText(pointer);
  if ((await readTextOrNull(placeOf(folder))) !== text) await replaceFile(placeOf(folder), text);
}

/** Takes the pointer away, unless it points at another run. Idempotent. */
export async function clearPointer(folder: string, runId: string): Promise<void> {
  const current = await readPointer(folder);
  if (current?.runId === runId) await removeFile(placeOf(folder));
}

/** The active run beside `folder`; null when there is none or when the file cannot be understood: it is a hint, not the truth. */
export async function readPointer(folder: string): Promise<Pointer | null> {
  const text = await readTextOrNull(placeOf(folder));
  return text === null ? null : pointerOf(text);
}

function placeOf(folder: string): string {
  return join(dirname(folder), "current.json");
}
