/**
 * Writes `run.json`, `artifact.md` and the pointer from the events after each append, and repairs them when they
 * differ.
 */
import { join } from "node:path";
import type { Event } from "#core/events/event.ts";
import { readTextOrNull, replaceFile } from "./durable.ts";
import type { HistoryStore } from "./history-file.ts";
import { clearPointer, writePointer } from "./pointer-file.ts";

/** Writes all three files. Idempotent. */
export async function writeViews({ folder, codec }: HistoryStore, events: readonly Event[]): Promise<void> {
  const { run, artifact, pointer } = codec.views(events);
  await replaceFile(join(folder, "run.json"), run);
  await replaceFile(join(folder, "artifact.md"), artifact);
  if (pointer !== null) await writePointer(folder, pointer);
  else for (const runId of runIdsOf(events)) await clearPointer(folder, runId);
}

/**
 * Names the files that differ from what the events give, or returns null; with `write` it writes them again. The
 * pointer does not count: it may rightly name another run.
 */
export async function healViews(store: HistoryStore, events: readonly Event[], write: boolean): Promise<string | null> {
  const { run, artifact } = store.codec.views(events);
  const wrong: string[] = [];
  for (const [name, text] of [["run.json", run] as const, ["artifact.md", artifact] as const]) {
    if ((await readTextOrNull(join(store.folder, name))) === text) continue;
    wrong.push(name);
    if (write) await replaceFile(join(store.folder, name), text);
  }
  return wrong.length === 0 ? null : `written anew, because it differed from the history: ${wrong.join(", ")}`;
}

function runIdsOf(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.kind === "run_started" ? [event.runId] : []));
}
