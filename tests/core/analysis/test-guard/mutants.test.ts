/** Which faults are planted in the changed lines of a work. */
import { expect, it } from "vitest";
import type { FaultSpot } from "#core/analysis/test-guard/fault-spot.ts";
import { type ChangedSource, mutantsOf } from "#core/analysis/test-guard/mutants.ts";

const spot = (line: number, was = `a${line} < b`): FaultSpot => ({
  line,
  was,
  gross: was.replace("<", ">="),
  fine: was.replace("<", "<="),
  first: line,
  last: line,
  own: { first: line, last: line },
  around: null,
});

const source = (added: readonly number[], spots: readonly FaultSpot[], path = "src/a.js"): ChangedSource => ({
  path,
  added,
  spots,
});

it("takes the smallest fault of each spot in a changed line, and none of the others [RH-18]", () => {
  expect(mutantsOf([source([2, 3], [spot(1), spot(2), spot(4)])], 20)).toEqual([
    { path: "src/a.js", line: 2, was: "a2 < b", now: "a2 <= b" },
  ]);
});

it("plants each fault once, though two spots make the same", () => {
  expect(mutantsOf([source([1], [spot(1), spot(1)])], 20)).toHaveLength(1);
});

it("takes no more than it is asked for, spread over the change, and the same each time", () => {
  const lines = Array.from({ length: 100 }, (_, index) => index + 1);
  const files = [
    source(
      lines,
      lines.map((line) => spot(line)),
    ),
  ];
  const found = mutantsOf(files, 20);
  expect(found).toHaveLength(20);
  expect(found[0]?.line).toBe(1);
  expect(found[19]?.line).toBeGreaterThan(90);
  expect(mutantsOf(files, 20)).toEqual(found);
  expect(mutantsOf(files, 0)).toEqual([]);
  expect(mutantsOf(files, 500)).toHaveLength(100);
});
