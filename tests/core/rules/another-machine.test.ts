/** What a worker on another machine goes on from: trees that are not on the branch died with the machine that made them. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import * as j from "../../builders/journal.ts";
import { sha } from "../../builders/run.ts";

const [one, two] = [sha("1"), sha("2")];
const CONSUMED_ELSEWHERE: EventDraft = { kind: "consumed", handover: "c".repeat(64), keyHash: "a".repeat(64), worker: "902" };
const RESUMED: EventDraft = { kind: "resumed", by: "ana" };
const KEPT_ONE = [...j.BEGUN, j.PLANNED, ...j.made(one), j.PREPARED, j.evaluated(one, "A", ["a.correctness.logic"]), j.kept(sha("c"))];

const STORIES: readonly (readonly [string, readonly EventDraft[]])[] = [
  ["a first result that nobody evaluated", [...j.BEGUN, j.PLANNED, ...j.made(one), j.PREPARED]],
  ["a refinement that nobody evaluated", [...KEPT_ONE, j.CRITIQUED, j.refined(two, one)]],
  ["an evaluation whose commit did not reach the branch", [...j.BEGUN, j.PLANNED, ...j.made(one), j.PREPARED, j.evaluated(one, "A")]],
];

it.each(STORIES)("plans anew over what is on the branch, after %s [S4.31]", (_, story) => {
  const before = j.settledRun(...story);
  const { progress } = j.settledRun(...story, j.STOP, RESUMED, CONSUMED_ELSEWHERE);
  expect(progress).toMatchObject({ step: "PLAN", tree: before.progress.head.tree, iteration: before.progress.iteration });
  expect(progress.best?.evaluation.tree ?? before.base.tree).toBe(progress.head.tree);
});

it("goes on where it was when all of it is on the branch", () => {
  const after = j.settledRun(...KEPT_ONE, j.CRITIQUED, j.STOP, RESUMED, CONSUMED_ELSEWHERE);
  expect(after.progress).toMatchObject({ step: "REFINE", tree: one, best: { iteration: 1 } });
});

it("off GitHub every tree is still there", () => {
  const story = [...KEPT_ONE, j.CRITIQUED, j.refined(two, one), j.STOP, RESUMED];
  expect(j.settledRun(...story, j.CONSUMED).progress).toEqual(j.settledRun(...story).progress);
});
