import fc from "fast-check";
import { expect, it } from "vitest";
import { isPrintedIn, isQuoteFound } from "#core/rules/quotations.ts";

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
  expect(isQuoteFound({ path: "a.js", line, text }, TEXT)).toBe(holds);
});

it("holds no quote from a file that is not there, or is empty", () => {
  expect(isQuoteFound({ path: "a.js", line: 1, text: "anything at all" }, null)).toBe(false);
  expect(isQuoteFound({ path: "a.js", line: 1, text: "anything at all" }, "")).toBe(false);
  expect(isQuoteFound({ path: "a.js", line: 1, text: "" }, "")).toBe(false);
});

it("holds every whole line that is not blank at its own number, and never an invented one", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: "grapheme-ascii" }), { minLength: 1 }), fc.nat(), (lines, at) => {
      const line = at % lines.length;
      const text = lines[line] ?? "";
      expect(isQuoteFound({ path: "a", line: line + 1, text }, lines.join("\n"))).toBe(text.trim() !== "");
      expect(isQuoteFound({ path: "a", line: line + 1, text: `${text}\u0001invented` }, lines.join("\n"))).toBe(false);
    }),
  );
});

const OUTPUT = "> test\r\n\nnot ok 1 - splits  \n  expected 3\n  got 2\nok\n";

it.each([
  { quoted: "not ok 1 - splits", there: true },
  { quoted: "expected 3", there: true },
  { quoted: "  expected 3\n  got 2", there: true },
  { quoted: "\n\nnot ok 1 - splits\n  expected 3\n", there: true },
  { quoted: "ok", there: true },
  { quoted: "got", there: false },
  { quoted: "expected 3\n  got 2", there: false },
  { quoted: "  expected 3\nok", there: false },
  { quoted: "expected 2 of them", there: false },
  { quoted: " \n ", there: false },
])("finds the quoted lines $quoted in what a command printed: $there [S0.25]", ({ quoted, there }) => {
  expect(isPrintedIn(quoted, OUTPUT)).toBe(there);
});

it("finds every run of whole lines in the output that they come from, and none in another [S0.25]", () => {
  const line = fc.string({ minLength: 1 }).map((text) => `x${text.replace(/\s/g, "_")}`);
  void fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(11), fc.integer({ min: 1, max: 4 }), (lines, from, count) => {
      const part = lines.slice(from, from + count).join("\n");
      expect(isPrintedIn(part, lines.join("\n"))).toBe(part !== "");
      expect(isPrintedIn(`${part}y`, "")).toBe(false);
    }),
  );
});

it("finds lines that follow one another wherever they begin, however much they repeat themselves [S0.25]", () => {
  const lines = (maxLength: number) => fc.array(fc.constantFrom("a", "b"), { minLength: 2, maxLength });
  fc.assert(
    fc.property(lines(40), lines(6), (whole, part) => {
      const stands = whole.some((_, at) => part.every((line, index) => whole[at + index] === line));
      expect(isPrintedIn(part.join("\n"), whole.join("\n"))).toBe(stands);
    }),
    { numRuns: 1_000 },
  );
});
