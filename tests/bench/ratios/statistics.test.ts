import { expect, it } from "vitest";
import { median, mildestRatioOf, ratioOf, spreadOf } from "./statistics.ts";

it("finds the middle of the values, or of the two in the middle", () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(() => median([])).toThrow("nothing was measured");
});

it("holds the least of ours against the least of theirs, whatever noise did to the others", () => {
  expect(ratioOf({ unit: "ms" }, spreadOf([30, 20, 90]), spreadOf([10, 80, 70]))).toBe(2);
});

it("takes a quotient of times as a ratio of its own, by its middle", () => {
  expect(ratioOf({ unit: "times" }, spreadOf([0.2, 2, 3]), spreadOf([0.5, 1, 1]))).toBe(2);
  expect(ratioOf({ unit: "times" }, spreadOf([2]), spreadOf([9]))).toBe(2);
});

it("has a ratio for counts that are 0", () => {
  expect(ratioOf({ unit: "count" }, spreadOf([0]), spreadOf([0]))).toBe(1);
  expect(ratioOf({ unit: "count" }, spreadOf([2]), spreadOf([0]))).toBe(3);
});

it("gives seconds of the processor the tick of their clock, and milliseconds none", () => {
  const [ours, floor] = [spreadOf([0.7]), spreadOf([0.04])];
  expect(mildestRatioOf({ unit: "s" }, ours, floor)).toBeCloseTo(0.69 / 0.05);
  expect(mildestRatioOf({ unit: "ms" }, ours, floor)).toBe(ratioOf({ unit: "ms" }, ours, floor));
});
