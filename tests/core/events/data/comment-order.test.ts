/** When something was said, and when a run had its end. */
import { expect, it } from "vitest";
import { type CommentTime, isCertainlyBefore, isLaterComment, runEndedAt } from "#core/events/data/comment-order.ts";
import type { Event } from "#core/events/event.ts";
import { lastCommandsAfter, NO_COMMANDS } from "#core/run/last-commands.ts";

it.each([
  { said: 1_000, moment: 2_000, before: false, why: "GitHub tells whole seconds, so it may be as late as that" },
  { said: 1_000, moment: 2_001, before: true, why: "it cannot be" },
])("takes $said for said before $moment: $before, because $why", ({ said, moment, before }) => {
  expect(isCertainlyBefore(said, moment)).toBe(before);
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
  expect(runEndedAt({ effects, updatedAt: 99 })).toBe(at);
});

it.each<{ said: CommentTime; than: CommentTime | null; later: boolean; why: string }>([
  { said: { at: 1_000, comment: 5 }, than: null, later: true, why: "nothing was said before" },
  { said: { at: 1_000, comment: 5 }, than: { at: 1_000, comment: 5 }, later: false, why: "it is that comment" },
  { said: { at: 1_000, comment: 6 }, than: { at: 1_000, comment: 5 }, later: true, why: "its comment is the newer one of that second" },
  { said: { at: 1_000, comment: 4 }, than: { at: 1_000, comment: 5 }, later: false, why: "its comment is the older one of that second" },
  {
    said: { at: 1_000, comment: 9 },
    than: { at: 2_000, comment: 5 },
    later: false,
    why: "times of comments can be held against each other",
  },
  {
    said: { at: 2_000, comment: 4 },
    than: { at: 1_000, comment: 5 },
    later: true,
    why: "times of comments can be held against each other",
  },
  { said: { at: 1_000, comment: null }, than: { at: 2_000, comment: 5 }, later: true, why: "a second is what GitHub rounds off" },
  { said: { at: 1_000, comment: 5 }, than: { at: 2_001, comment: null }, later: false, why: "it is more than that second older" },
])("takes $said for later than $than: $later, because $why", ({ said, than, later }) => {
  expect(isLaterComment(said, than)).toBe(later);
});

it("keeps the last word of each sort, in whatever order words are heard", () => {
  const late = { at: 9_000, comment: 9 };
  const events: readonly Event[] = [
    { kind: "stop_requested", at: 10_000, by: "ana", note: "", said: late },
    { kind: "pause_requested", at: 11_000, by: "ana", said: { at: 8_000, comment: 8 } },
    { kind: "resumed", at: 12_000, by: "ana" },
    { kind: "redirect_requested", at: 13_000, by: "ana", text: "t" },
    { kind: "run_unblocked", at: 14_000, by: "ana", reason: "r", said: { at: 7_000, comment: 7 } },
    { kind: "checks_prepared", at: 15_000, checks: [] } as unknown as Event,
  ];
  expect(events.reduce(lastCommandsAfter, NO_COMMANDS)).toEqual({ against: late, onwards: { at: 13_000, comment: null } });
});
