/** How long what comes must wait so that no more than a number of bytes is read in a second. */
import { expect, it } from "vitest";
import { byteFlowOf } from "../../../bot/server/byte-flow.ts";

it("lets a tenth of a second's bytes come at once, and spreads the others over time", () => {
  let now = 5_000;
  const flow = byteFlowOf(1_000, () => now);
  expect([flow.pass(50), flow.pass(50), flow.pass(100), flow.pass(200)]).toEqual([0, 0, 100, 300]);
  now += 300;
  expect(flow.pass(0)).toBe(0);
  expect(flow.pass(500)).toBe(500);
  now += 10_000;
  // What was not used in the meantime is not saved up.
  expect([flow.pass(100), flow.pass(100)]).toEqual([0, 100]);
});
