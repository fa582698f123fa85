/** What attacks on a plan are made from; a test names only what it is about. */

import type * as z from "zod";
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import type { Plan } from "#core/plan/plan.ts";
import { Check } from "#core/rules/check.ts";
import { normaliseRule, type Rule } from "#core/rules/rule.ts";
import { aPlan } from "./run.ts";

/** A rule at level A. */
export function aRule(id: string, check: z.input<typeof Check>, severity: Rule["severity"] = "fail"): Rule {
  return normaliseRule({ id, description: "a rule", severity, check: Check.parse(check) });
}

/** A plan that may change `src` and `tests/new*`, on a base that holds `texts`; each rule of it is red there. */
export function anAttackBase(texts: Readonly<Record<string, string>> = {}, plan: Partial<Plan> = {}): AttackBase {
  const made = aPlan({ rules: [], scope: { paths: ["src/**", "docs/**", "tests/new*"], out: [] }, ...plan });
  return {
    plan: made,
    results: made.rules.map(({ id }) => ({ id, verdict: "fail", details: "red", evidence: [] })),
    paths: Object.keys(texts),
    texts: new Map(Object.entries(texts)),
  };
}
