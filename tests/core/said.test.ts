/** When something was said, and when a run had its end. */
import { expect, it } from "vitest";
import { endedAt, saidBefore } from "#core/said.ts";

it.each([
  { said: 1_000, moment: 2_000, before: false, why: "GitHub tells whole seconds, so it may be as late as that" },
  { said: 1_000, moment: 2_001, before: true, why: "it cannot be" },
])("takes $said for said before $moment: $before, because $why", ({ said, moment, before }) => {
  expect(saidBefore(said, moment)).toBe(before);
});

const settled = { receipt: "7", why: "" };

it.each([
  { last: "its result comment", effects: { plan: { at: 10, settled }, result: { at: 50, settled } }, at: 50 },
  { last: "its replies on the pull request", effects: { plan: { at: 10, settled }, replies: { at: 40, settled: null } }, at: 40 },
  {
    last: "its replies, which could not be given,",
    effects: { replies: { at: 40, settled }, result: { at: 50, settled } },
    at: 40,
  },
  { last: "nothing, off GitHub", effects: {}, at: 99 },
])("has its end when $last was announced, whenever the receipts came", ({ effects, at }) => {
  expect(endedAt({ effects, updatedAt: 99 })).toBe(at);
});
