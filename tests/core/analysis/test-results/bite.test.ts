/** When a fault counts as found, and when the tests of a work have lost it. */
import { expect, it } from "vitest";
import { type FaultyPair, type FaultyRun, type FoundFault, findWhatFollows, foundBy, missedBy } from "#core/analysis/test-results/bite.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";

const fault = { path: "a.js", line: 1, was: "a < b", now: "a >= b" };

const run = (green: boolean, passed?: readonly string[], failed: readonly string[] = []): TestRun => ({
  green,
  details: "",
  names: passed === undefined ? null : { passed: [...passed], failed: [...failed] },
});

const named = run(true, ["one", "two"]);
const unnamed = run(true);

it.each<[what: string, clean: TestRun, faulty: TestRun, by: readonly string[] | null | undefined]>([
  ["by the tests that failed with it and passed without", named, run(false, ["two"], ["one"]), ["one"]],
  ["not by one that was red before", run(false, ["two"], ["one"]), run(false, ["two"], ["one"]), undefined],
  ["not where all pass", named, run(true, ["one", "two"]), undefined],
  ["not where nothing was built", named, run(false), undefined],
  ["not where tests are only gone", named, run(false, ["one"]), undefined],
  ["by the exit code where tests have no names", unnamed, run(false), null],
  ["not by the exit code where it is 0", unnamed, run(true), undefined],
])("is found %s", (_what, clean, faulty, by) => {
  expect(foundBy(fault, { clean, faulty })).toEqual(by === undefined ? null : { fault, by });
});

it("keeps at most 20 names", () => {
  const many = Array.from({ length: 30 }, (_, index) => `t${index}`);
  expect(foundBy(fault, { clean: run(true, many), faulty: run(false, [], many) })?.by).toHaveLength(20);
});

const byOne: FoundFault = { fault, by: ["one"] };
const never = (): boolean => false;

it.each<[what: string, found: FoundFault, runs: FaultyRun, missed: readonly string[] | null]>([
  ["its test fails", byOne, { clean: named, faulty: run(false, ["two"], ["one"]) }, []],
  ["its test passes", byOne, { clean: named, faulty: run(true, ["one", "two"]) }, ["one"]],
  ["its test passes, though another fails", byOne, { clean: named, faulty: run(false, ["one"], ["two"]) }, ["one"]],
  ["its test is gone, and another fails", byOne, { clean: run(true, ["uno", "two"]), faulty: run(false, ["two"], ["uno"]) }, []],
  ["its test is gone, and all pass", byOne, { clean: run(true, ["uno"]), faulty: run(true, ["uno"]) }, null],
  [
    "its test is gone, and only one fails that was red",
    byOne,
    { clean: run(false, ["uno"], ["old"]), faulty: run(false, ["uno"], ["old"]) },
    null,
  ],
  ["nothing has a name any more, and the command fails", byOne, { clean: named, faulty: run(false) }, []],
  ["nothing has a name any more, and it failed before", byOne, { clean: run(false, ["two"], ["x"]), faulty: run(false) }, null],
  ["tests without names fail", { fault, by: null }, { clean: unnamed, faulty: run(false) }, []],
  ["tests without names pass", { fault, by: null }, { clean: unnamed, faulty: run(true) }, null],
])("when %s: %#", (_what, found, runs, missed) => {
  expect(missedBy(found, runs, never)).toEqual(missed);
});

it("does not ask a test that may change, but one must find the fault", () => {
  const may = (name: string): boolean => name === "one";
  expect(missedBy(byOne, { clean: named, faulty: run(false, ["one"], ["two"]) }, may)).toEqual([]);
  expect(missedBy(byOne, { clean: named, faulty: run(true, ["one", "two"]) }, may)).toBeNull();
});

const faulty = (...failed: readonly string[]): FaultyRun => ({
  clean: named,
  faulty: run(
    failed.length === 0,
    ["one", "two"].filter((name) => !failed.includes(name)),
    failed,
  ),
});
const following = (base: FaultyRun, work: FaultyRun): FaultyPair => ({ base, work });

it.each<[what: string, tests: readonly string[], pairs: readonly FaultyPair[], finds: boolean]>([
  ["a fault that follows is found as before", ["one"], [following(faulty("one"), faulty("one"))], true],
  [
    "each of the tests finds another one",
    ["one", "two"],
    [following(faulty("one"), faulty("one")), following(faulty("two"), faulty("two"))],
    true,
  ],
  ["one of the tests finds none in the base", ["one", "two"], [following(faulty("one"), faulty("one", "two"))], false],
  ["one of two is not found any more", ["one"], [following(faulty("one"), faulty("one")), following(faulty("one"), faulty("two"))], false],
  [
    "one that another test found is not found any more",
    ["one"],
    [following(faulty("one"), faulty("one")), following(faulty("two"), faulty())],
    true,
  ],
  ["nothing follows", ["one"], [], false],
  ["nothing is known of the tests", [], [following(faulty("one"), faulty("one"))], false],
  ["what follows lets nothing be built", ["one"], [following(faulty("one"), { clean: named, faulty: run(false) })], false],
])("makes no difference, or is looked at no more, where %s", (_what, tests, pairs, finds) => {
  expect(findWhatFollows(tests, pairs)).toBe(finds);
});
