/** What follows by itself is written only where the stage takes it: what changes nothing would follow again for ever. */
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { dueEffectOf } from "#core/decide/due-effects.ts";
import { isLawful } from "#core/run/stage.ts";
import { aRun } from "../builders/run.ts";

it("announces nothing in a stage in which nothing is announced, and does not try for ever", () => {
  const run = aRun({ stage: "hydrating", takenUp: 1, request: null, effects: {} });
  expect([dueEffectOf(run, 0), isLawful("hydrating", { kind: "announced", at: 1, effect: "status" })]).toEqual(["status", false]);
  expect(conclude(run, { at: 1, key: null })).toEqual([]);
  expect(conclude({ ...run, stage: "running" }, { at: 1, key: null })).toContainEqual({ kind: "announced", at: 1, effect: "status" });
});
