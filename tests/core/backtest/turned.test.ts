/** Which tests a fix turned green, what it breaks, and which of them a gate can ask for. */
import { expect, it } from "vitest";
import { brokenBy } from "#core/analysis/test-results/test-run.ts";
import { isHarmless, newlyFailing, turnedGreen, withoutItsTests } from "#core/backtest/fix-result.ts";
import { turnedBy } from "#core/backtest/turned.ts";

const run = (passed: readonly string[] | null, failed: readonly string[] = []) => ({
  green: failed.length === 0,
  details: "",
  names: passed === null ? null : { passed: [...passed], failed: [...failed] },
});

it("knows the tests that a fix turned green, and a patch that passes as many", () => {
  expect(turnedGreen(run(["a"], ["b"]), run(["a", "b"]))).toEqual(["b"]);
  expect(turnedGreen(run(null), run(["a"]))).toEqual(["a"]);
  expect(turnedGreen(run(["a"]), run(null))).toEqual([]);
  expect(isHarmless(run(["a", "b", "c"]), run(["a", "b"]))).toBe(true);
  expect(isHarmless(run(["a"], ["b"]), run(["a", "b"]))).toBe(false);
  expect(isHarmless(run(null), run(["a"]))).toBe(false);
  expect(isHarmless(run(null), run(null))).toBe(true);
});

it("knows what a fix breaks, and what passed before where its tests cannot be built without it", () => {
  expect(brokenBy(run(["a", "b"], ["c"]), run(["b"], ["a", "c", "d"]))).toEqual(["a"]);
  expect(brokenBy(run(null), run(null))).toEqual([]);
  expect(newlyFailing(run(["a"], ["b"]), run([], ["a", "b", "c"]))).toEqual(["a", "c"]);
  expect(newlyFailing(run(null), run(null))).toEqual([]);
  expect(withoutItsTests(run(["a", "gone"], ["c"]), run(["a", "new"], ["c"]))).toMatchObject({
    green: false,
    names: { passed: ["a"], failed: ["new", "c"] },
  });
  expect(withoutItsTests(run(null), run(["a"]))).toBeNull();
  expect(withoutItsTests(run(["a"]), run(null))).toBeNull();
});

it.each([
  { says: "a test that was red", withTests: run(["a"], ["b"]), fix: run(["a", "b"]), is: { kind: "turned", red: ["b"] } },
  {
    says: "a test that was red, and brings one that passed",
    withTests: run(["a", "c"], ["b"]),
    parent: run(["a"]),
    fix: run(["a", "b", "c"]),
    is: { red: ["b"], brought: ["c"], before: { names: { passed: ["a"], failed: ["b"] } } },
  },
  {
    says: "a test that was red, where the parent names none",
    withTests: run(["a", "c"], ["b"]),
    parent: run(null),
    fix: run(["a", "b", "c"]),
    is: { red: ["b"], brought: [], before: { names: { passed: ["a", "c"], failed: ["b"] } } },
  },
  { says: "none", withTests: run(["a"]), fix: run(["a"]), is: { kind: "no_fix" } },
  { says: "none here", withTests: run(["a"], ["b"]), parent: run(["a"]), fix: run(["a"], ["b"]), is: { kind: "undecided", why: "red" } },
  { says: "none, beside one that never passes here", withTests: run(["a"], ["b"]), fix: run(["a"], ["b"]), is: { kind: "no_fix" } },
  { says: "none, where it names none", withTests: run(["a"]), fix: { ...run(null), green: false }, is: { kind: "undecided", why: "red" } },
  { says: "none, where the parent names none", withTests: run(["a"]), parent: run(null), fix: run([], ["b"]), is: { why: "red" } },
  {
    says: "one, and breaks one",
    withTests: run(["a"], ["b"]),
    fix: run(["b"], ["a"]),
    is: { kind: "undecided", why: "breaks", details: "a" },
  },
  {
    says: "a test that was red, beside one that could not be built before and fails here",
    withTests: run(["a"], ["b"]),
    parent: run(["a"]),
    fix: run(["a", "b"], ["sees the network"]),
    is: { kind: "undecided", why: "breaks", details: "sees the network" },
  },
  {
    says: "a test that could not be built",
    withTests: run(null, ["?"]),
    parent: run(["a", "gone"]),
    fix: run(["a", "b"]),
    is: { kind: "turned", red: ["b"], before: { names: { passed: ["a"], failed: ["b"] } } },
  },
  {
    says: "earlier tests that could not be built",
    withTests: run(null, ["?"]),
    parent: run(["a"]),
    fix: run(["a"]),
    is: { kind: "turned", red: ["a"] },
  },
  {
    says: "one that could not be built, and breaks one",
    withTests: run(null, ["?"]),
    parent: run(["a"]),
    fix: run(["b"], ["a"]),
    is: { why: "breaks" },
  },
  {
    says: "one that could not be built, beside another that fails here, and has failed under another name",
    withTests: run(null, ["?"]),
    parent: run([], ["old/sees the network"]),
    fix: run(["new/adds"], ["new/sees the network"]),
    is: { kind: "undecided", why: "breaks", details: "new/sees the network" },
  },
  {
    says: "one that could not be built, beside another that fails here as before",
    withTests: run(null, ["?"]),
    parent: run([], ["sees the network"]),
    fix: run(["adds"], ["sees the network"]),
    is: { kind: "turned", red: ["adds"] },
  },
  {
    says: "nothing that can be read",
    withTests: run(null, ["?"]),
    parent: run(null),
    fix: run(["a"]),
    is: { kind: "undecided", why: "unloaded" },
  },
  {
    says: "a test that was red, and one within a source",
    withTests: run(["a"], ["b"]),
    fix: run(["a", "b", "c"]),
    held: run(["a", "b"]),
    is: { red: ["b"], brought: [], before: { names: { passed: ["a"] } } },
  },
  {
    says: "one within a source alone",
    withTests: run(["a"]),
    fix: run(["a", "c"]),
    held: run(["a"]),
    is: { kind: "undecided", why: "inside", details: "c" },
  },
  {
    says: "one within a source without which it cannot be built",
    withTests: run(["a"]),
    fix: run(["a", "c"]),
    held: run(null, ["?"]),
    is: { kind: "undecided", why: "inside" },
  },
])("knows that a change turned $says", ({ withTests, parent = withTests, fix, held = fix, is }) => {
  expect(turnedBy({ fix, held, withTests, parent })).toMatchObject(is);
});
