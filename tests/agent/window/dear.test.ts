/** A conversation is begun afresh before it is dear, so that the cost of many turns does not grow with their square. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isDear } from "#agent/window/dear.ts";

it.each([
  { size: 40_000, again: 10_000_000, dear: false },
  { size: 40_001, again: 500_012, dear: false },
  { size: 40_001, again: 500_013, dear: true },
  { size: 400_000, again: 4_999_999, dear: false },
  { size: 400_000, again: 5_000_000, dear: true },
])("says of $size bytes of which $again were sent again: dear is $dear", ({ size, again, dear }) => {
  expect(isDear(size, again)).toBe(dear);
});

const READ = 0.1;
const WRITE = 1.25;

/** Bytes, each at its price, of so many turns that each add `step` bytes to a first message; a fresh start takes half. */
function costOf(turns: number, first: number, step: number): { readonly cost: number; readonly starts: number } {
  let [begin, size, again, cost, starts] = [first, first, 0, WRITE * first, 0];
  for (let turn = 0; turn < turns; turn++) {
    if (isDear(size, again)) {
      begin = Math.max(first, size / 2);
      [size, again, starts] = [begin, 0, starts + 1];
      cost += WRITE * begin;
    }
    cost += READ * size + WRITE * step;
    again += size - begin;
    size += step;
  }
  return { cost, starts };
}

it("makes twice as many turns cost little more than twice as much, however much each adds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 40_000 }), fc.integer({ min: 500, max: 40_000 }), (first, step) => {
      const [half, whole] = [costOf(400, first, step), costOf(800, first, step)];
      expect(half.starts).toBeGreaterThan(0);
      expect(whole.cost).toBeLessThan(2.5 * half.cost);
    }),
  );
});

it("would cost nearly four times as much without", () => {
  const [first, step] = [2_000, 1_000];
  const without = (turns: number): number =>
    Array.from({ length: turns }, (_, turn) => READ * (first + turn * step) + WRITE * step).reduce(
      (sum, cost) => sum + cost,
      WRITE * first,
    );
  expect(without(800) / without(400)).toBeGreaterThan(3.5);
  expect(costOf(800, first, step).cost).toBeLessThan(without(800) / 4);
});
