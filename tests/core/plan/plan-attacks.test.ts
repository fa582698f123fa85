/** What wrong patches have shown of a plan: the shapes that a plan may hold. */
import { expect, it } from "vitest";
import { PlanAttacks } from "#core/plan/plan-attacks.ts";

const SLIPPED = { name: "fault", paths: ["src/a.js"], line: 3, rules: ["a.of.one"] };
const ATTACKS = { tried: 2, slipped: [SLIPPED], judged: [], untried: ["broken"], ms: 12 };

it("reads what an attack of a plan left", () => {
  expect(PlanAttacks.parse(ATTACKS)).toEqual(ATTACKS);
});

it.each([
  { ...ATTACKS, tried: -1 },
  { ...ATTACKS, untried: ["unknown"] },
  { ...ATTACKS, slipped: [{ ...SLIPPED, line: 0 }] },
  { ...ATTACKS, slipped: [{ ...SLIPPED, rules: ["any"] }] },
  { ...ATTACKS, slipped: Array.from({ length: 21 }, () => SLIPPED) },
  { ...ATTACKS, more: 1 },
])("refuses %j", (attacks) => {
  expect(PlanAttacks.safeParse(attacks).success).toBe(false);
});
