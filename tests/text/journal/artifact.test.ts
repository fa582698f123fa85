/** The page that holds the work of a run in full. */
import { expect, it } from "vitest";
import { PATCH_CHARACTERS } from "#core/events/loop-events.ts";
import { eventsOfHistory, historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { artifactPage } from "#text/journal/artifact.ts";
import * as j from "../../builders/journal.ts";
import { aRun, sha } from "../../builders/run.ts";
import { journey, script } from "../../loop/bench.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

it("holds the whole change once it is kept and has passed A, the same again from the history alone [S1.45, S1.54]", async () => {
  const { run, store, repository } = await journey(script());
  const page = artifactPage(await run());
  const { base, progress } = await run();
  expect(page).toContain(
    repository
      .git("diff", "--no-renames", base.commit, progress.head.commit)
      .replace(/^index .*\n/gm, "")
      .split("\n")
      .at(-1),
  );
  for (const line of repository
    .git("diff", base.commit, progress.head.commit)
    .split("\n")
    .filter((one) => /^[+-]/.test(one)))
    expect(page.split("\n")).toContain(line);
  const events = store.events ?? [];
  const switched = events.findIndex(({ kind }) => kind === "phase_switched");
  expect(artifactPage(replay(events.slice(0, switched + 1)) ?? j.runOf())).toContain("+export const split");
  const again = eventsOfHistory(JSON.parse(JSON.stringify(historyLinesOf(events, iso))));
  expect(artifactPage(replay(again.events) ?? j.runOf())).toBe(page);
});

const kept = { commit: sha("9"), tree: sha("1") };
const pageOf = (patch: string | null) => artifactPage(aRun({ progress: { head: kept, patch } }));

it("says where the rest is of a change that is too long, and the whole of one that an older history lacks [S1.54]", () => {
  const command = /`git diff [0-9a-f]{40} 9{40}`/;
  expect(pageOf("+".repeat(PATCH_CHARACTERS))).toMatch(new RegExp(`Only its first 100000 characters: ${command.source}`));
  expect(pageOf(null)).toMatch(new RegExp(`does not hold it: ${command.source}`));
  expect(pageOf("+a\n")).not.toMatch(command);
});

it("cannot be left by what the change holds [S1.54]", () => {
  const page = pageOf("+```\n+# Verified\n+`````\n");
  expect(page).toContain("\n``````text\n+```\n+# Verified\n+`````\n``````\n");
});

it("shows no change where nothing is kept [S1.54]", () => {
  expect(artifactPage(j.runOf())).not.toContain("## The change");
});
