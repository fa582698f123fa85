/** What checks come to: a table of conclusions, and properties of every list of checks. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ciOutcomeOf } from "#core/ci/ci-outcome.ts";
import { type CommitCheck, colourOf, redNamesOf } from "#core/ci/commit-check.ts";
import { CiOutcome, MOST_SEEN_CHECKS } from "#core/events/ci-events.ts";

const check = (name: string, conclusion: string | null): CommitCheck => ({ name, conclusion, summary: "" });
const NOTHING: ReadonlySet<string> = new Set();

it.each([
  ["success", "green"],
  ["neutral", "green"],
  ["skipped", "green"],
  ["action_required", "waits"],
  ["cancelled", "open"],
  ["stale", "open"],
  [null, "open"],
  ["failure", "red"],
  ["timed_out", "red"],
  ["startup_failure", "red"],
  ["a word of tomorrow", "red"],
])("%s counts as %s", (conclusion, colour) => {
  expect(colourOf({ conclusion })).toBe(colour);
});

it.each<{ what: string; checks: readonly CommitCheck[]; base?: string; early: string | null; late: string }>([
  { what: "nothing", checks: [], early: null, late: "absent" },
  { what: "all green", checks: [check("a", "success"), check("b", "neutral")], early: "passed", late: "passed" },
  { what: "one goes on", checks: [check("a", "success"), check("b", null)], early: null, late: "unfinished" },
  { what: "red, and one goes on", checks: [check("a", "failure"), check("b", null)], early: null, late: "failed" },
  { what: "red", checks: [check("a", "failure"), check("b", "success")], early: "failed", late: "failed" },
  { what: "red as on the base", checks: [check("a", "failure")], base: "a", early: "passed", late: "passed" },
  {
    what: "red, and red as on the base",
    checks: [check("a", "failure"), check("b", "failure")],
    base: "a",
    early: "failed",
    late: "failed",
  },
  { what: "waits for a click", checks: [check("a", "action_required")], early: "unfinished", late: "unfinished" },
  { what: "red, and waits for a click", checks: [check("a", "failure"), check("b", "action_required")], early: "failed", late: "failed" },
  { what: "cancelled", checks: [check("a", "cancelled")], early: null, late: "unfinished" },
])("$what: $early, and $late once the time is over", ({ checks, base, early, late }) => {
  const redOnBase = new Set(base === undefined ? [] : [base]);
  expect(ciOutcomeOf(checks, { redOnBase, over: false })?.state ?? null).toBe(early);
  expect(ciOutcomeOf(checks, { redOnBase, over: true })?.state).toBe(late);
});

it("names the red ones first, and no more than an event holds", () => {
  const many = Array.from({ length: 30 }, (_, index) => check(`n${index}`, "action_required"));
  const outcome = ciOutcomeOf([...many, check("red", "failure")], { redOnBase: NOTHING, over: true });
  expect([outcome?.count, outcome?.checks.length, outcome?.checks[0]?.name]).toEqual([31, MOST_SEEN_CHECKS, "red"]);
});

const CONCLUSIONS = ["success", "failure", "skipped", "cancelled", "action_required", null] as const;
const CHECKS = fc.array(
  fc.record({ name: fc.constantFrom("a", "b", "c"), conclusion: fc.constantFrom(...CONCLUSIONS), summary: fc.string() }),
);

it("always comes to something once the time is over, fails only by what is red, and is held by the event", () => {
  fc.assert(
    fc.property(CHECKS, fc.boolean(), (checks, over) => {
      const outcome = ciOutcomeOf(checks, { redOnBase: NOTHING, over });
      if (outcome === null) return !over;
      expect(outcome.state === "failed").toBe(redNamesOf(checks).size > 0);
      expect(CiOutcome.parse(outcome)).toMatchObject({ state: outcome.state, count: checks.length });
      return true;
    }),
  );
});
