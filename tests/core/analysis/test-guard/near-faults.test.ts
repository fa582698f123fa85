/** Which faults are near a change. */
import { expect, it } from "vitest";
import { type FaultSpot, isChangedAround, spotsAfter } from "#core/analysis/test-guard/fault-spot.ts";
import { nearestFirst, nearFaults } from "#core/analysis/test-guard/near-faults.ts";

const isTest = (path: string): boolean => /test/i.test(path);

const PATHS = ["b/deep/far.js", "b/c.js", "a/x.js", "a/y.js", "top.js", "src/parse.py", "src/Parser.java"];

it.each<[near: readonly string[], first: readonly string[]]>([
  [["a/y.js"], ["a/y.js", "a/x.js", "top.js"]],
  [["b/new.js"], ["b/c.js", "b/deep/far.js", "top.js"]],
  [["test/test_parse.py"], ["src/parse.py"]],
  [["java/ParserTest.java"], ["src/Parser.java"]],
  [["test/c.test.js"], ["b/c.js"]],
  [["b/deep/more/z.js"], ["b/deep/far.js", "b/c.js", "top.js"]],
  [[], ["top.js"]],
])("takes those next to %j first: %j", (near, first) => {
  expect(nearestFirst(PATHS, near, isTest).slice(0, first.length)).toEqual(first);
});

const spot = (line: number, gross = `g${line}`): FaultSpot => ({
  line,
  was: `w${line}`,
  gross,
  fine: `f${line}`,
  first: line,
  last: line,
  own: { first: line, last: line },
  around: null,
});

it("plants in one source after the other, next to the change first, one fault a line", () => {
  const sources = [
    { path: "a", spots: [1, 2, 9].map((line) => spot(line)), edits: [8] },
    { path: "b", spots: [spot(4), spot(4, "other")], edits: [] },
  ];
  expect(nearFaults(sources, 20).map(({ path, line, was, now }) => [path, line, was, now])).toEqual([
    ["a", 9, "w9", "g9"],
    ["b", 4, "w4", "g4"],
    ["a", 2, "w2", "g2"],
    ["a", 1, "w1", "g1"],
  ]);
  expect(nearFaults(sources, 2)).toHaveLength(2);
  expect(nearFaults(sources, 0)).toEqual([]);
  expect(nearFaults([], 5)).toEqual([]);
});

it("plants all over a file that the change does not touch", () => {
  const spots = Array.from({ length: 100 }, (_, index) => spot(index + 1));
  const lines = nearFaults([{ path: "a", spots, edits: [] }], 3).map(({ line }) => line);
  expect(lines).toEqual([51, 26, 76]);
  expect(new Set(nearFaults([{ path: "a", spots, edits: [] }], 100).map(({ line }) => line)).size).toBe(100);
});

it("reads a file that was changed in a hundred thousand lines", () => {
  const edits = Array.from({ length: 200_000 }, (_, index) => index * 2 + 1);
  const spots = Array.from({ length: 1000 }, (_, index) => spot(index * 7 + 2));
  const [first] = nearFaults([{ path: "a", spots, edits }], 3);
  expect(first?.line).toBe(9);
});

it.each([
  { line: 4, first: 4, last: 4, edits: [4, 5], is: false, says: "lines before and behind a statement of one line" },
  { line: 4, first: 4, last: 8, edits: [4, 9], is: false, says: "lines before and behind a longer one" },
  { line: 4, first: 4, last: 8, edits: [1, 8], is: true, says: "a line that a condition holds" },
  { line: 6, first: 4, last: 8, edits: [4], is: true, says: "the first line of a statement, where the fault is in another one" },
  { line: 4, first: 4, last: 8, edits: [], is: false, says: "nothing" },
])("knows whether a change is within the statement of a fault: $says", ({ line, first, last, edits, is }) => {
  expect(isChangedAround({ ...spot(line), own: { first, last } }, edits)).toBe(is);
});

it("finds what follows in the same function, one fault a line, where a change leaves it alone", () => {
  const within = (line: number, first: number, gross = `g${line}`): FaultSpot => ({ ...spot(line, gross), around: { first, last: 20 } });
  const one = within(4, 2);
  const spots = [
    within(3, 2),
    one,
    within(4, 2, "other"),
    within(6, 5),
    within(7, 2),
    within(7, 2, "late"),
    spot(8),
    { ...one, line: 9, around: { first: 2, last: 30 } },
  ];
  const lines = (edits: readonly number[], last = 4): readonly (readonly [number, string])[] =>
    spotsAfter(spots, { ...one, last }, edits).map(({ line, gross }) => [line, gross]);
  expect(lines([1, 21])).toEqual([[7, "g7"]]);
  expect(lines([], 7)).toEqual([]);
  expect([lines([2]), lines([20])]).toEqual([[], []]);
  expect(spotsAfter([spot(1), spot(2)], spot(1), [])).toEqual([]);
});
