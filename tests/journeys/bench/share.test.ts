import { expect, it } from "vitest";
import { shareOf } from "./share.ts";

const VALUES = ["a", "b", "c", "d", "e"];

it.each([1, 2, 5, 9])("%s shares are everything, once, and none is larger than another by more than one", (count) => {
  const all = Array.from({ length: count }, (_, index) => shareOf(VALUES, `${index + 1}/${count}`));
  expect(all.flat().toSorted()).toEqual(VALUES);
  const sizes = all.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

it.each(["", "0/2", "3/2", "1", "1/0", "-1/2", "1/2/3", "a/b"])("refuses '%s'", (share) => {
  expect(() => shareOf(VALUES, share)).toThrow("--part takes one such as 2/3");
});
