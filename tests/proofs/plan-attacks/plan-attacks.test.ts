/** The bench of plan attacks is as large as it says; some of its plans are played here, the others by `npm run plan-attacks`. */
import { describe, expect, it } from "vitest";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import { HOST_FILE, NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { casesOf } from "../../house/proofs.ts";
import { ROOT } from "../../house/tools.ts";
import { type PlanGround, readPlanGrounds, type SeededPlan } from "./ground.ts";
import { attacked, isAsSeeded } from "./play.ts";

const GROUNDS = readPlanGrounds(ROOT);
const PLANS = GROUNDS.flatMap((ground) => ground.plans.map((plan) => ({ ground, plan })));

/** Patience: how fast attacks are is measured by the bench. */
const ATTACK_SECONDS = 150;

function planned(wanted: string): { readonly ground: PlanGround; readonly plan: SeededPlan } {
  const found = PLANS.find(({ plan }) => plan.id === wanted);
  if (found === undefined) throw new Error(`there is no plan ${wanted}`);
  return found;
}

/** `name`: the wrong patch that must slip through; without one, any. */
const HOLES: readonly { readonly id: string; readonly name?: AttackName }[] = [
  { id: "sh-one-literal", name: "special_cases" },
  { id: "py-only-text", name: "texts" },
  { id: "js-nothing", name: "nothing" },
  { id: "js-own-tests", name: "hollow_tests" },
  { id: "sh-program-must-fail" },
  { id: "py-new-module" },
];

it("holds at least 70 plans with a hole and 20 sound ones over three languages, and none twice", () => {
  expect(new Set(GROUNDS.map(({ language }) => language)).size).toBe(3);
  expect(PLANS.filter(({ plan }) => plan.hole !== null).length).toBeGreaterThanOrEqual(70);
  expect(PLANS.filter(({ plan }) => plan.hole === null).length).toBeGreaterThanOrEqual(20);
  expect(new Set(PLANS.map(({ plan }) => plan.id)).size).toBe(PLANS.length);
});

describe.skipIf(NO_WALLS !== "").concurrent(`plans are attacked before they are shown${NO_WALLS}`, () => {
  for (const { id, name } of casesOf(3, ...HOLES))
    it(`finds the hole of ${id}`, async ({ expect }) => {
      const { ground, plan } = planned(id);
      const came = await attacked(ground, plan, { hostFile: HOST_FILE, attackSeconds: ATTACK_SECONDS });
      expect(came.kind === "attacked" && came.attacks.slipped.map((one) => one.name)).toContainEqual(name ?? expect.any(String));
      expect(isAsSeeded(plan, came)).toBe(true);
    });

  for (const id of casesOf(1, "sh-sound-oracle", "js-sound-table", "py-sound-program"))
    it(`lets ${id} be, which is sound`, async ({ expect }) => {
      const { ground, plan } = planned(id);
      const came = await attacked(ground, plan, { hostFile: HOST_FILE, attackSeconds: ATTACK_SECONDS });
      expect(came).toMatchObject({ kind: "attacked", attacks: { slipped: [], untried: [] } });
      expect(isAsSeeded(plan, came)).toBe(true);
    });

  it("finds no hole with the attacks switched off", async ({ expect }) => {
    const { ground, plan } = planned("sh-one-literal");
    const came = await attacked(ground, plan, { hostFile: HOST_FILE, attackSeconds: 0 });
    expect(came).toEqual({ kind: "unfit", why: "nothing was tried" });
    expect(isAsSeeded(plan, came)).toBe(false);
  });
});
