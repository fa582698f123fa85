/** A run whose history is missing or broken: nothing is done with it, and people are told how to get out. */
import { expect, it } from "vitest";
import type { TriggerEvent } from "#core/commands/trigger-event.ts";
import { type DeskStage, LABELLED, planned } from "../stage.ts";

const WORDS: readonly { readonly word: string; readonly say: (stage: DeskStage) => Promise<unknown> }[] = [
  ...["/approve", "/stop", "/resume"].map((word) => ({ word, say: ({ says }: DeskStage) => says("grace", word) })),
  { word: "the label", say: ({ happens }) => happens("grace", LABELLED) },
  { word: "closing", say: ({ happens }) => happens("grace", { kind: "issue_closed" } satisfies TriggerEvent) },
];

it.each(WORDS)("does nothing with a run whose history is missing or broken, at $word, and says how to get out", async ({ say }) => {
  for (const ruin of ["missing", "broken", "broken off"] as const) {
    const stage = await planned();
    const [store, asked] = [stage.store(), stage.github.runs.length];
    if (ruin !== "broken off") store.events = null;
    if (ruin !== "missing") store.unreadable = "line 3: not JSON";
    const before = store.events;
    await say(stage);
    expect(stage.reply()).toContain("The history of this run cannot be read, so nothing is done with it");
    expect(stage.reply()).toContain("refs/loopwright/issue-7/current");
    expect([store.events, stage.github.runs.length, stage.stores.size]).toEqual([before, asked, 1]);
  }
});

it("shows the status of a run whose history breaks off, as far as it can be read", async () => {
  const stage = await planned();
  stage.store().unreadable = "line 6: not JSON";
  await stage.says("tria", "/loop status");
  expect(stage.reply()).toContain("line 6: not JSON");
});
