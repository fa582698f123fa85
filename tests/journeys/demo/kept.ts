/** The journals of the stories as the tests replay them: `<name>.jsonl` with whole lines, and the `run.json` that they give as `<name>.json`. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CODEC } from "#cli/local/home.ts";
import type { Event } from "#core/events/event.ts";
import { checkout } from "./root.ts";
import { storyNames } from "./story.ts";

/** Where they lie. Throws an `Error` outside a checkout. */
export function journalsFolder(): string {
  return checkout("tests", "journeys", "stories", "journals");
}

/** A story that was played; without faults it went as written. */
interface Told {
  readonly story: { readonly name: string };
  readonly events: readonly Event[];
  readonly faults: readonly string[];
}

/** Replaces what is there by what was played as written. Of a story that went wrong or was not played the old journal stays; of one that is gone it goes. */
export async function keepJournals(played: readonly Told[]): Promise<void> {
  const folder = journalsFolder();
  await mkdir(folder, { recursive: true });
  const names = await storyNames();
  for (const file of await readdir(folder)) if (!names.includes(file.replace(/[.][a-z]+$/, ""))) await rm(join(folder, file));
  for (const { story, events, faults } of played) {
    if (faults.length > 0) continue;
    await writeFile(join(folder, `${story.name}.jsonl`), `${CODEC.write(events, []).join("\n")}\n`);
    await writeFile(join(folder, `${story.name}.json`), CODEC.views(events).run);
  }
}
