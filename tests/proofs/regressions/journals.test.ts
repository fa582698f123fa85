/** Journals of every release, under the code of today: each can be read to its end, at every prefix, and what is decided over it is what was. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CODEC } from "#cli/local/home.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { ROOT } from "../../house/tools.ts";
import { story } from "../survival/story.ts";
import { decisionsOf, eventsIn } from "./decisions.ts";
import { keptJournals, releasesFolder } from "./releases.ts";

const KEPT = keptJournals(ROOT);

it("has journals of this version, each with what was decided over it; else run: npm run keep-journals [ST-13]", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(existsSync(join(releasesFolder(ROOT), version, "decisions.json"))).toBe(true);
  expect(KEPT.length).toBeGreaterThan(40);
  expect(KEPT.filter(({ digest }) => digest === undefined)).toEqual([]);
});

it.each(KEPT)("reads $name of $version, and decides at every event what was decided then [ST-13, CR-10]", ({ text, digest }) => {
  expect(decisionsOf(eventsIn(text))).toBe(digest);
});

it.each(KEPT)("comes to the same run from every prefix of $name of $version, written down and read again [CR-18]", ({ text }) => {
  const events = eventsIn(text);
  const end = replay(events);
  for (let length = 1; length <= events.length; length++) expect(afterPrefix(events, length)).toEqual(end);
});

/** The run of whoever takes the first events up from what was written, and goes on with the rest. */
function afterPrefix(events: readonly Event[], length: number): Run {
  const before = events.slice(0, length);
  const taken = replay(eventsIn(`${CODEC.write(before, []).join("\n")}\n`));
  if (taken === null) throw new Error("a prefix is a run");
  return events.slice(length).reduce(evolve, taken);
}

it("reads what is written on GitHub today, at every prefix, to the same run [CR-18]", async () => {
  await story(async ({ atWork, calm, history }) => {
    const issue = await atWork();
    await calm();
    const events = history(issue);
    expect(events.map(({ kind }) => kind)).toContain("completed");
    for (let length = 1; length <= events.length; length++) expect(afterPrefix(events, length)).toEqual(replay(events));
  });
});
