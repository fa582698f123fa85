import { expect, it } from "vitest";
import { maybeProse, prose } from "#core/values/prose.ts";

it.each([
  { text: "short", kept: "short" },
  { text: "exactly 10", kept: "exactly 10" },
  { text: "eleven long", kept: "eleven lo…" },
])("keeps of $text at most ten characters, and says that it cut", ({ text, kept }) => {
  for (const schema of [prose(10), maybeProse(10)]) {
    expect(schema.parse(text)).toBe(kept);
    expect(schema.parse(schema.parse(text))).toBe(kept);
  }
});

it("wants words where words are due", () => {
  expect([prose(10).safeParse("").success, maybeProse(10).safeParse("").success]).toEqual([false, true]);
});
