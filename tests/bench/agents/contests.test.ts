import { expect, it } from "vitest";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { agentContest } from "./contests.ts";
import { NO_TIME } from "./timed.ts";

const MISSING = NO_WALLS + NO_TIME;

it("names each figure with its steps, and leaves out what a short run cannot tell", () => {
  const names = agentContest(10, 100).figures.map(({ name }) => name);
  expect(names).toContain("last steps over first (100)");
  expect(names).not.toContain("last steps over first (10)");
  expect(new Set(names).size).toBe(names.length);
});

it.skipIf(MISSING !== "")(`has the built command line and the floor do the work${MISSING}`, async () => {
  const contest = agentContest(3);
  const names = contest.figures.map(({ name }) => name);
  const [ours, floor] = [await contest.play({ name: "ours" }), await contest.play({ name: "floor" })];
  for (const figures of [ours, floor]) {
    expect(Object.keys(figures)).toEqual(names);
    expect(figures).toMatchObject({ "prefix breaks (3)": 0 });
  }
  expect(ours["first request (3)"]).toBeGreaterThan(1_000);
});

it.skipIf(NO_TIME !== "")(`says what a program printed that did not do the work${NO_TIME}`, async () => {
  const playing = agentContest(3).play({ name: "pi", executable: process.execPath });
  const faults = "it ended with 9; it ended before the work was done; src/mod_0.js is not as it should be";
  await expect(playing).rejects.toThrow(`pi, 3 steps: ${faults}\n${process.execPath}: bad option: --provider`);
});
