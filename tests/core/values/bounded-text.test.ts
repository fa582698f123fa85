import { expect, it } from "vitest";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";

it.each([
  { text: "short", kept: "short" },
  { text: "exactly 10", kept: "exactly 10" },
  { text: "eleven long", kept: "eleven lo…" },
])("keeps of $text at most ten characters, and says that it cut", ({ text, kept }) => {
  for (const schema of [boundedText(10), optionalBoundedText(10)]) {
    expect(schema.parse(text)).toBe(kept);
    expect(schema.parse(schema.parse(text))).toBe(kept);
  }
});

it("wants words where words are due", () => {
  expect([boundedText(10).safeParse("").success, optionalBoundedText(10).safeParse("").success]).toEqual([false, true]);
});
