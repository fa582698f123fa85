/** Reads the kept journals of the stories. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CODEC } from "#cli/local/home.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { journalsFolder } from "../demo/kept.ts";

/** The text of a kept file. Throws the system's error where it is not there. */
export function keptText(file: string): Promise<string> {
  return readFile(join(journalsFolder(), file), "utf8");
}

/** The events of the story with this name. Throws an `Error` that says what to do when they cannot be read. */
export async function keptEvents(name: string): Promise<readonly Event[]> {
  const read = CODEC.read(await keptText(`${name}.jsonl`));
  if (read.kind !== "events") throw new Error(`the journal of ${name} cannot be read: run npm run stories -- --keep`);
  return read.events;
}

/** The run that they give. */
export async function keptRun(name: string): Promise<Run> {
  const run = replay(await keptEvents(name));
  if (run === null) throw new Error(`the journal of ${name} begins no run`);
  return run;
}
