/** The rules of a plan that are not green on its base: what is left to turn green by a cheat. */
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import type { Demands } from "#core/attacks/demands/demands.ts";
import type { Rule } from "#core/rules/rule.ts";

/** The `fail` rules that must still turn green. */
export function openRules({ plan, results }: Pick<AttackBase, "plan" | "results">): readonly Rule[] {
  const open = new Set(results.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id));
  return plan.rules.filter(({ id, severity }) => severity === "fail" && open.has(id));
}

/** True where faults can slip: nothing has to turn green, or something that must fail. */
export function mayFaultsSlip(ground: Pick<AttackBase, "plan" | "results">): boolean {
  return openRules(ground).every(({ check }) => check.kind === "not_command");
}

/** True where a rule that must turn green runs tests, or must fail: then tests that are gone can turn it green. */
export function restsOnTests(open: readonly Rule[], { tests }: Demands, { plan }: AttackBase): boolean {
  const isOf = ({ check }: Rule): boolean => {
    if (check.kind === "command") return /\btest/i.test(check.run) || check.run === plan.checks.test;
    return check.kind === "tests" || check.kind === "not_command";
  };
  return open.length === 0 || tests.length > 0 || open.some(isOf);
}
