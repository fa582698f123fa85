/** What follows from trying a plan: it goes back with broken rules, and once with wrong patches that slip through. */
import { expect, it } from "vitest";
import { judgeRehearsal, MOST_RETURNS } from "#core/decide/rehearsal.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { SlippedAttack } from "#core/plan/plan-attacks.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { aPlan, aRun } from "../../builders/run.ts";

const BROKEN: NonNullable<Run["rehearsal"]>["broken"] = [{ id: "a.correctness.acceptance", why: "it is green on the base" }];
const REVIEW: Run["review"] = { verdict: "REVISE", findings: [] };
const NOTHING: SlippedAttack = { name: "nothing", paths: [], rules: [] };

/** A plan that was tried; `slipped`: what it lets pass, null where nothing was tried. */
function triedPlan(slipped: readonly SlippedAttack[] | null): Plan {
  const attacks = slipped === null ? {} : { attacks: { tried: 1, slipped: [...slipped], judged: [], untried: [], ms: 1 } };
  return aPlan({ rehearsal: { setupMs: 0, tests: null, results: [], ...attacks } });
}

function tried(overrides: Partial<Run> = {}): Run {
  return aRun({ stage: "reviewing", rehearsal: { broken: [], failed: null }, plan: triedPlan([NOTHING]), review: null, ...overrides });
}

const BACK = { kind: "revision_requested" };

it.each<readonly [string, Partial<Run>, unknown]>([
  ["of another stage", { stage: "hydrating" as Run["stage"] }, null],
  ["that nobody has tried", { rehearsal: null }, null],
  ["that cannot be tried", { rehearsal: { broken: [], failed: "no" as never } }, { kind: "halted", reason: "setup_failed" }],
  ["with broken rules", { rehearsal: { broken: BROKEN, failed: null } }, BACK],
  [
    "that is broken for good",
    { rehearsal: { broken: BROKEN, failed: null }, returned: MOST_RETURNS },
    { kind: "halted", reason: "rehearsal_failed" },
  ],
  ["that lets a wrong patch pass", {}, BACK],
  ["that still does", { sharpened: true }, null],
  ["that a critic has seen", { review: REVIEW }, null],
  ["that lets none pass", { plan: triedPlan([]) }, null],
  ["that nobody attacked", { plan: triedPlan(null) }, null],
  ["of an older run, which holds none", { plan: aPlan() }, null],
  ["that is gone", { plan: null }, null],
])("a plan %s", (_what, overrides, concluded) => {
  expect(judgeRehearsal(tried(overrides), { at: 1, key: null })).toEqual(concluded);
});

it("counts why a plan goes back: broken rules, wrong patches, or what a critic says", () => {
  const after = (overrides: Partial<Run>): Run => evolve(tried(overrides), { kind: "revision_requested", at: 1 });
  expect(after({})).toMatchObject({ sharpened: true, returned: 0 });
  expect(after({ rehearsal: { broken: BROKEN, failed: null } })).toMatchObject({ sharpened: false, returned: 1 });
  expect(after({ rehearsal: null })).toMatchObject({ sharpened: false, returned: 1 });
  expect(after({ review: REVIEW })).toMatchObject({ sharpened: false, returned: 0, revisions: 1 });
});
