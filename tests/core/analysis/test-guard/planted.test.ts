/** Faults in the text of a file. */
import { expect, it } from "vitest";
import { planted } from "#core/analysis/test-guard/planted.ts";

it.each([
  ["a line in the middle", "a\nb\nc\n", { line: 2, was: "b", now: "d" }, "a\nd\nc\n"],
  ["the last line, without an end", "a\nb", { line: 2, was: "b", now: "d" }, "a\nd"],
  ["a line that ends as on another system", "a\r\nb\r\n", { line: 1, was: "a\r", now: "d\r" }, "d\r\nb\r\n"],
  ["another line than it is for", "a\nb\n", { line: 2, was: "c", now: "d" }, null],
  ["a line that is not there", "a\n", { line: 9, was: "c", now: "d" }, null],
  ["a text that was no UTF-8: its bytes would be others", "a\n\uFFFD\n", { line: 1, was: "a", now: "d" }, null],
])("plants a fault in %s", (_, text, fault, found) => {
  expect(planted(text, fault)).toBe(found);
});
