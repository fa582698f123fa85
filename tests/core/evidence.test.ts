import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteHolds } from "#core/evidence.ts";

const TEXT = "export function add(a, b) {\r\n  return a + b;   \n}\n\n  \nlast line here";

it.each([
  [1, "export function add(a, b) {", true],
  [1, "export function add(a, b) {  ", true],
  [1, "function add(a, b)", true],
  [1, "  function add(a, b)", true],
  [2, "  return a + b;", true],
  [2, "return a + b;", true],
  [3, "}", true],
  [6, "last line here", true],
  [1, "a, b", false],
  [1, "add(a,b)", false],
  [2, "a + b;", false],
  [2, "a       + b", false],
  [2, "export function add(a, b) {", false],
  [1, "function add(a, b) {\n  return", false],
  [4, "", false],
  [5, "  ", false],
  [7, "last line here", false],
  [999, "}", false],
  [1, "EXPORT function add(a, b) {", false],
])("line %i with the quote %j: %s", (line, text, holds) => {
  expect(quoteHolds({ path: "a.js", line, text }, TEXT)).toBe(holds);
});

it("holds no quote from a file that is not there, or is empty", () => {
  expect(quoteHolds({ path: "a.js", line: 1, text: "anything at all" }, null)).toBe(false);
  expect(quoteHolds({ path: "a.js", line: 1, text: "anything at all" }, "")).toBe(false);
  expect(quoteHolds({ path: "a.js", line: 1, text: "" }, "")).toBe(false);
});

it("holds every whole line that is not blank at its own number, and never an invented one", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: "grapheme-ascii" }), { minLength: 1 }), fc.nat(), (lines, at) => {
      const line = at % lines.length;
      const text = lines[line] ?? "";
      expect(quoteHolds({ path: "a", line: line + 1, text }, lines.join("\n"))).toBe(text.trim() !== "");
      expect(quoteHolds({ path: "a", line: line + 1, text: `${text}\u0001invented` }, lines.join("\n"))).toBe(false);
    }),
  );
});
