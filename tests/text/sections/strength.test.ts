import { expect, it } from "vitest";
import { strengthLines, strengthSection } from "#text/sections/strength.ts";

const survivor = (line: number) => ({ path: "src/a.js", line, was: "  a < b", now: "  a <= b" });

it("says nothing where nothing was measured", () => {
  expect(strengthLines(null)).toEqual([]);
  expect(strengthSection(null, null)).toBe("");
});

it("says how many faults the checks found, and which they did not [RH-18]", () => {
  const strength = { planted: 3, found: 2, survived: [survivor(7)] };
  expect(strengthLines(strength)).toEqual([
    "The checks found 2 of 3 faults that were planted in the changed lines",
    "not noticed: src/a.js:7 with a < b as a <= b",
  ]);
  expect(strengthSection(strength, null)).toBe(
    "The checks found 2 of 3 faults that were planted in the changed lines. Nothing noticed:\n\n- <code>src/a.js:7</code> <code>a &#x3c; b</code> as <code>a &#x3c;= b</code>",
  );
  expect(strengthSection({ planted: 3, found: 3, survived: [] }, null)).toBe(
    "The checks found 3 of 3 faults that were planted in the changed lines.",
  );
});

it("shows ten of many", () => {
  const survived = Array.from({ length: 12 }, (_, index) => survivor(index + 1));
  expect(strengthSection({ planted: 12, found: 0, survived }, null)).toContain("\n- and 2 more");
});

it("says first whether the tests still find faults, and nothing where that was not measured", () => {
  const still = "the tests still find 8 fault(s) planted near the change";
  expect(strengthSection(null, still)).toBe("The tests still find 8 fault(s) planted near the change.");
  expect(strengthSection({ planted: 3, found: 3, survived: [] }, still)).toMatch(/^The tests still.*\n\nThe checks found 3 of 3/s);
  expect(strengthSection(null, "not measured: it rains")).toBe("");
});
