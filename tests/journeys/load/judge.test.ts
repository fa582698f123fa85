/** The load's judge finds what it is there to find. */
import { expect, it } from "vitest";
import { QUEUE_BOUNDS } from "../../../bot/jobs/queue.ts";
import { faultsIn, repeatsIn } from "./judge.ts";

const WISHES = [1, 2, 3].map((comment) => ({ issue: comment === 3 ? 8 : 7, comment }));
const sign = (comment: number) => ["eyes", "-1"].map((content) => ({ comment, content }));

it("finds nothing wrong where each was done once, in the order of its issue", () => {
  expect(faultsIn(WISHES, [3, 1, 2].flatMap(sign))).toEqual([]);
});

it.each([
  { what: "a wish that is lost", signs: [1, 3].flatMap(sign), says: "comment 2 on issue 7 got []" },
  {
    what: "a wish that is half done",
    signs: [...[1, 3].flatMap(sign), { comment: 2, content: "eyes" }],
    says: "comment 2 on issue 7 got [eyes]",
  },
  { what: "a wish that is done twice", signs: [1, 2, 3, 3].flatMap(sign), says: "comment 3 on issue 8 got [eyes, -1, eyes, -1]" },
  { what: "a wish of nobody", signs: [1, 2, 3, 4].flatMap(sign), says: "nobody wrote the comment 4" },
  { what: "a later one before an earlier one", signs: [2, 1, 3].flatMap(sign), says: "issue 7 was done in the order 2 1" },
])("finds $what", ({ signs, says }) => {
  expect(faultsIn(WISHES, signs)).toEqual([expect.stringContaining(says)]);
});

it("forgives what the killed bot may have had in hand, and nothing above it", () => {
  const inHand = Array.from({ length: QUEUE_BOUNDS.sideBySide }, (_, comment) => sign(comment)).flat();
  expect(repeatsIn([])).toEqual([]);
  expect(repeatsIn(inHand)).toEqual([]);
  expect(repeatsIn([...inHand, ...sign(77)])).toEqual([
    "10 signs were asked for again, and the killed bot had 4 wishes of 2 signs in hand: done twice are the comments 0, 1, 2, 3, 77 …",
  ]);
});
