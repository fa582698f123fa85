/** The kept journals of the stories: each folds to its run.json byte for byte, and together they show whatever can happen to a run. */
import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { CODEC } from "#cli/local/home.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Event } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { journalsFolder } from "../demo/kept.ts";
import { readStory, storyNames } from "../demo/story.ts";
import { keptEvents, keptRun, keptText } from "./kept-journals.ts";
import { foundInOrder, orderOf } from "./order.ts";

const NAMES = await storyNames();
const JOURNALS = new Map(await Promise.all(NAMES.map(async (name) => [name, await keptEvents(name)] as const)));

/** Reasons that end no story: the world of the demo cannot come to them. Each with the test that proves it instead. */
const ELSEWHERE: Readonly<Partial<Record<StopReason, string>>> = {
  approval_void: "tests/proofs/security/auth-work.test.ts",
  branch_gone: "tests/proofs/security/git-branch.test.ts",
  frozen: "tests/loop/jobs/publish-meanwhile.test.ts",
  large_change: "tests/proofs/security/out-large.test.ts",
  push_refused: "tests/proofs/security/git-refused.test.ts",
  state_unreadable: "tests/loop/engine/drive-journal.test.ts",
  redirect: "tests/core/stories/steer-story.test.ts",
  deadlock: "tests/core/stories/atom-story.test.ts",
  empty_plan: "tests/core/stories/atom-story.test.ts",
  approval_invalid: "tests/core/approval/approval.test.ts",
};

function eventsOf(name: string): readonly Event[] {
  return JOURNALS.get(name) ?? [];
}

it("has a kept journal for each story, and none for a story that is not there", async () => {
  const wanted = NAMES.flatMap((name) => [`${name}.json`, `${name}.jsonl`]).sort();
  expect((await readdir(journalsFolder())).sort()).toEqual(wanted);
});

it.each(NAMES)("the kept journal of %s gives its run.json byte for byte, and is what the product would write [C1.20]", async (name) => {
  const events = eventsOf(name);
  expect(CODEC.views(events).run).toBe(await keptText(`${name}.json`));
  expect(`${CODEC.write(events, []).join("\n")}\n`).toBe(await keptText(`${name}.jsonl`));
});

it.each(NAMES)("the kept journal of %s ends as its story says, and tells what its title says in order", async (name) => {
  const { stage, expect: reason } = await readStory(name);
  const events = eventsOf(name);
  const report = resultJsonOf(await keptRun(name));
  expect([report.stage, report.stopReason]).toEqual([stage, reason]);
  const kinds = events.map(({ kind }) => kind);
  expect(foundInOrder(orderOf(name), kinds), kinds.join(" ")).toEqual(orderOf(name));
});

it("shows every kind of event in some kept journal, but for one that takes longer than a story", () => {
  const seen = new Set(NAMES.flatMap((name) => eventsOf(name).map(({ kind }) => kind)));
  // Told in tests/loop/engine/lease.test.ts.
  expect(Event.options.map(({ shape }) => shape.kind.value).filter((kind) => !seen.has(kind))).toEqual(["lease_renewed"]);
});

it("shows every stop reason in some kept journal, but for those that only a broken world comes to", async () => {
  const ends = await Promise.all(NAMES.map(async (name) => resultJsonOf(await keptRun(name)).stopReason));
  const named = NAMES.flatMap(eventsOf).map((event) => ("reason" in event ? event.reason : null));
  const seen = new Set([...ends, ...named]);
  const missing = StopReason.options.filter((reason) => !seen.has(reason));
  expect(missing).toEqual(StopReason.options.filter((reason) => ELSEWHERE[reason] !== undefined));
});

it("keeps no path of a machine and no secret", async () => {
  const told = /(?<![\w.])\/(?:tmp|home|root|Users)\/|canary|sk-ant-|gh[oprsu]_/;
  const texts = await Promise.all(NAMES.map(async (name) => [name, await keptText(`${name}.jsonl`)] as const));
  expect(texts.flatMap(([name, text]) => (told.test(text) ? [name] : []))).toEqual([]);
});
