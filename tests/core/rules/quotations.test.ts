import fc from "fast-check";
import { expect, it } from "vitest";
import { isPrintedIn, lineOfQuote } from "#core/rules/quotations.ts";

const TEXT = "export function add(a, b) {\r\n  return a + b;   \n}\n\n  \nlast line here";

it.each([
  [1, "export function add(a, b) {", 1],
  [1, "export function add(a, b) {  ", 1],
  [1, "function add(a, b)", 1],
  [1, "  function  add(a,\tb)", 1],
  [2, "  return a + b;", 2],
  [2, "return a + b;", 2],
  [3, "}", 3],
  [999, "}", 3],
  [6, "last line here", 6],
  [7, "last line here", 6],
  [2, "export function add(a, b) {", 1],
  [1, "export function add(a, b) {\n  return a + b;", 1],
  [9, "\n  return a + b;\n}\n", 2],
  [1, "function add(a, b) {\n  return", null],
  [1, "a, b", null],
  [1, "add(a,b)", null],
  [2, "a + b;", null],
  [4, "", null],
  [5, "  ", null],
  [1, "EXPORT function add(a, b) {", null],
])("finds the quote that names line %i and says %j at %s", (line, text, at) => {
  expect(lineOfQuote({ path: "a.js", line, text }, TEXT)).toBe(at);
});

it.each([
  { line: 1, at: 1 },
  { line: 3, at: 4 },
  { line: 9, at: 4 },
])("takes the nearest of several places to line $line", ({ line, at }) => {
  expect(lineOfQuote({ path: "a.js", line, text: "the same line" }, "the same line\n\n\nthe same line\n")).toBe(at);
});

it("finds no quote in a file that is not there, or is empty", () => {
  expect(lineOfQuote({ path: "a.js", line: 1, text: "anything at all" }, null)).toBeNull();
  expect(lineOfQuote({ path: "a.js", line: 1, text: "anything at all" }, "")).toBeNull();
  expect(lineOfQuote({ path: "a.js", line: 1, text: "" }, "")).toBeNull();
});

it("finds every whole line that is not blank, at its own number where that is named, and never an invented one", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: "grapheme-ascii" }), { minLength: 1 }), fc.nat(), (lines, at) => {
      const line = (at % lines.length) + 1;
      const text = lines[line - 1] ?? "";
      expect(lineOfQuote({ path: "a", line, text }, lines.join("\n"))).toBe(text.trim() === "" ? null : line);
      expect(lineOfQuote({ path: "a", line, text: `${text}\u0001invented` }, lines.join("\n"))).toBeNull();
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
