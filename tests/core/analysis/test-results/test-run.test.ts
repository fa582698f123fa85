import { expect, it } from "vitest";
import { compareTests, isUndecidable, type TestRun, withPassing } from "#core/analysis/test-results/test-run.ts";

const GREEN: TestRun = { green: true, names: null, details: "exit code 0" };
const red = (passed: readonly string[], failed: readonly string[]): TestRun => ({
  green: false,
  names: { passed: [...passed], failed: [...failed] },
  details: "exit code 1",
});
const green = (...passed: readonly string[]): TestRun => ({
  green: true,
  names: { passed: [...passed], failed: [] },
  details: "exit code 0",
});
const NAMELESS: TestRun = { green: false, names: null, details: "exit code 1" };

it.each([
  { when: "the head is green", base: NAMELESS, head: GREEN, verdict: "pass", details: "all tests pass" },
  { when: "a green base turned red", base: GREEN, head: NAMELESS, verdict: "fail", details: "fail now: exit code 1" },
  {
    when: "both are red in the same tests",
    base: red(["a"], ["b"]),
    head: red(["a", "c"], ["b"]),
    verdict: "pass",
    details: "1 test(s) were red before",
  },
  { when: "a test that passed is gone", base: red(["a", "x"], ["b"]), head: red(["a"], ["b"]), verdict: "fail", details: "broken: x" },
  { when: "a new test fails", base: red(["a"], ["b"]), head: red(["a"], ["b", "new"]), verdict: "fail", details: "broken: new" },
  {
    when: "many are broken",
    base: red(["1", "2", "3", "4", "5", "6", "7"], []),
    head: red([], []),
    verdict: "fail",
    details: "1; 2; 3; 4; 5 and 2 more",
  },
  {
    when: "a green head ran all that passed before",
    base: green("a", "b"),
    head: green("a", "b", "c"),
    verdict: "pass",
    details: "all tests pass",
  },
  {
    when: "a green head lost a test of a green base",
    base: green("a", "x"),
    head: green("a"),
    verdict: "fail",
    details: "no longer passed: x",
  },
  {
    when: "a green head lost a test of a red base",
    base: red(["a", "x"], ["b"]),
    head: green("a", "b"),
    verdict: "fail",
    details: "no longer passed: x",
  },
  { when: "a green head names no test", base: green("a"), head: GREEN, verdict: "fail", details: "names no test" },
  { when: "neither names a test", base: GREEN, head: GREEN, verdict: "pass", details: "all tests pass" },
  { when: "the names of the base are unknown", base: NAMELESS, head: red(["a"], []), verdict: "fail", details: "cannot be read" },
  { when: "the names of the head are unknown", base: red(["a"], ["b"]), head: NAMELESS, verdict: "fail", details: "cannot be read" },
])("says $verdict when $when", ({ base, head, verdict, details }) => {
  const compared = compareTests(base, head);
  expect(compared.verdict).toBe(verdict);
  expect(compared.details).toContain(details);
});

it("can prove nothing over a red base without names", () => {
  expect([isUndecidable(null), isUndecidable(GREEN), isUndecidable(red([], [])), isUndecidable(NAMELESS)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it("says little, however many tests are gone and however long their names are", () => {
  const names = Array.from({ length: 500 }, (_, index) => `${index}${"x".repeat(1000)}`);
  expect(compareTests(green(...names), green()).details.length).toBeLessThan(2000);
});

it("asks for tests by name beside the comparison, however green the head is", () => {
  const passes = { verdict: "pass", details: "all tests pass" } as const;
  expect(withPassing(passes, green("a", "b"), ["a", "b"])).toEqual(passes);
  expect(withPassing(passes, NAMELESS, [])).toEqual(passes);
  expect(withPassing(passes, green("a"), ["a", "b"])).toEqual({ verdict: "fail", details: "does not pass: b" });
  expect(withPassing(passes, GREEN, ["b"])).toEqual({ verdict: "fail", details: "does not pass: b" });
  const broken = { verdict: "fail", details: "broken: c" } as const;
  expect(withPassing(broken, green("a"), ["b"])).toEqual(broken);
});

it.each([
  ["in a group", green("parser > a", "b"), "pass"],
  ["in another file", green("b", "x.test.js > a"), "pass"],
  ["twice in place of one that is gone", green("one > a", "two > a"), "fail"],
  ["under another name", green("b", "c"), "fail"],
])("takes a test that stands %s now for the same or not", (_, head, verdict) => {
  expect(compareTests(green("a", "b"), head).verdict).toBe(verdict);
});

it("lets one name stand for one test, and one that fails for none", () => {
  const base = green("one > a", "two > a");
  expect(compareTests(base, green("three > a"))).toMatchObject({ verdict: "fail", details: "no longer passed: two > a" });
  expect(compareTests({ ...red(["one > a"], ["b"]) }, red(["two > a"], ["b", "one > a"])).verdict).toBe("fail");
});
