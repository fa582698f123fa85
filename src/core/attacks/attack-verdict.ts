/** Decides what came of an attack: whether the plan's rules refuse the wrong patch. */

import type { Plan } from "#core/plan/plan.ts";
import { decidedBy } from "#core/rules/check.ts";
import type { Rule } from "#core/rules/rule.ts";
import { evaluate, type RuleResult } from "#core/rules/score.ts";

/**
 * `slipped`: the gate would take it. `judged`: only a rule that a model judges could still refuse it. `undecided`: time
 * was over before a rule refused it.
 */
export type AttackVerdict = "slipped" | "judged" | "refused" | "undecided";

/** The rules that code decides. */
export function drivenRules({ rules }: Pick<Plan, "rules">): readonly Rule[] {
  return rules.filter(({ check }) => decidedBy(check) === "driver");
}

/** The blocking rules that a model judges. */
export function judgedRules({ rules }: Pick<Plan, "rules">): readonly Rule[] {
  return rules.filter(({ check, severity }) => decidedBy(check) === "model" && severity === "fail");
}

/**
 * The verdict, from the results of the driven rules on the patched tree: they are weighed as an evaluation of finished
 * work is. `isOver`: time was over, so that a red rule may be one that could not be tried. Pure.
 */
export function attackVerdict(plan: Plan, results: readonly RuleResult[], isOver: boolean): AttackVerdict {
  const { passed } = evaluate("", "B", results, { rules: drivenRules(plan), thresholds: plan.thresholds });
  if (passed) return judgedRules(plan).length > 0 ? "judged" : "slipped";
  return isOver ? "undecided" : "refused";
}
