import { expect, it } from "vitest";
import { continues, promptOf } from "./prompt.ts";
import { costOf, promptCache } from "./prompt-cost.ts";
import { MessageRequest } from "./request.ts";

const MARK = { cache_control: { type: "ephemeral" } };

/** A block whose text is so many tokens long; the signs around it are some more. */
const block = (tokens: number, mark = {}) => ({ type: "text", text: "x".repeat(tokens * 4), ...mark });

function prompt(...content: readonly object[]) {
  return promptOf(MessageRequest.parse({ model: "m", messages: [{ role: "user", content }] }));
}

it("writes what is marked, reads it back, and takes the rest as it is", () => {
  const count = promptCache();
  const first = count("m", prompt(block(2_000, MARK), block(100)));
  expect([first.read, first.plain > 100]).toEqual([0, true]);
  const again = count("m", prompt(block(2_000), block(100, MARK)));
  expect(again).toEqual({ read: first.written, written: first.plain, plain: 0 });
  expect(costOf({ read: 1_000, written: 100, plain: 10 })).toBe(100 + 125 + 10);
});

it("caches nothing that is shorter than the service takes, and nothing of another model", () => {
  const count = promptCache();
  const short = prompt(block(900, MARK));
  expect(count("m", short).written).toBe(0);
  expect(count("m", short).read).toBe(0);
  count("m", prompt(block(2_000, MARK)));
  expect(count("other", prompt(block(2_000, MARK))).read).toBe(0);
});

it("finds what is known within twenty blocks before a mark, and not further back", () => {
  const count = promptCache();
  const known = block(2_000);
  count("m", prompt({ ...known, ...MARK }));
  const more = (blocks: number) => prompt(known, ...Array.from({ length: blocks - 1 }, () => block(1)), block(2, MARK));
  expect(count("m", more(20)).read).toBe(0);
  expect(count("m", more(19)).read).toBeGreaterThan(2_000);
});

it("knows a prompt that goes on from one that was changed, whatever is marked", () => {
  const before = prompt(block(1, MARK), { type: "tool_result", content: [block(2, MARK)] });
  expect(continues(before, prompt(block(1), { type: "tool_result", content: [block(2)] }, block(3)))).toBe(true);
  expect(continues(before, prompt(block(1)))).toBe(false);
  expect(before.map(({ isMarked }) => isMarked)).toEqual([true, true]);
});
