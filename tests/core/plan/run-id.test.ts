import fc from "fast-check";
import { expect, it } from "vitest";
import { runIdOf } from "#core/plan/issue.ts";

it("names a run by its alias and its time in UTC, to the second [S4.06]", () => {
  expect(runIdOf("split", "2026-02-18T12:00:09.123Z")).toBe("split-20260218-120009");
});

it("sorts the runs of an alias by their time, and tells two of different seconds apart [S4.06]", () => {
  const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }).map((ms) => ms - (ms % 1000));
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [first, second] = [one, other].map((ms) => runIdOf("split", new Date(ms).toISOString()));
      expect(Math.sign((first ?? "").localeCompare(second ?? ""))).toBe(Math.sign(one - other));
    }),
  );
});
