/** Head and tail of a stream, whatever the chunks. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { boundedText } from "#adapters/sandbox/process/bounded-text.ts";

function read(text: string, size: number, limit: number): { readonly text: string; readonly omitted: number } {
  const bytes = Buffer.from(text);
  const kept = boundedText(limit);
  for (let at = 0; at < bytes.length; at += size) kept.add(bytes.subarray(at, at + size));
  return kept.end();
}

it("keeps all of what is within the limit, characters that fall between two chunks included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (text, size) => {
      expect(read(text, size, 400)).toEqual({ text, omitted: 0 });
    }),
  );
});

it("keeps the start and the end of what is longer, and counts what is missing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 21, maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, size) => {
      const { text: kept, omitted } = read(text, size, 20);
      const [head = "", tail = ""] = kept.split(`\n[... ${omitted} characters left out ...]\n`);
      expect(head.length + tail.length + omitted).toBe(text.length);
      expect([text.startsWith(head), text.endsWith(tail), head.length <= 10, tail.length <= 10]).toEqual([true, true, true, true]);
      expect(Buffer.from(kept).toString("utf8")).toBe(kept);
    }),
  );
});

it("takes bytes that are no text", () => {
  const kept = boundedText(100);
  kept.add(Buffer.from([0xff, 0x41, 0xc3]));
  expect(kept.end()).toEqual({ text: "\uFFFDA\uFFFD", omitted: 0 });
});
