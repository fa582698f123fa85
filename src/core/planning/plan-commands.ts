/** Exchanges the commands that set a plan's repository up and check it, in everything that rests on them. */
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Plan } from "#core/plan/plan.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { guardRules, KEPT_IDS, keptRules } from "./guards.ts";

/** The commands of a plan, as detection gives them. */
export function commandsOf({ setup, checks, reasons = [] }: Plan): DetectedCommands {
  return { setup, checks, reasons };
}

/** The plan with every rule that guards the tests as it is now; those that it names already stand once. Pure. */
export function withGuards(plan: Plan): Plan {
  return withCommands(
    plan,
    commandsOf(plan),
    plan.rules.map(({ id }) => id),
  );
}

/**
 * The plan with these commands, and with the rules that guard the tests by them. `green`: ids of rules that are green
 * on the base; of the rules on what only looks at the code those alone are in the plan.
 */
export function withCommands(
  plan: Plan,
  { setup, checks, reasons }: DetectedCommands,
  green: readonly string[] = [],
): Plan {
  const kept = keptRules(checks).filter(({ id }) => green.includes(id));
  const guards = [...guardRules(checks), ...kept].map(normaliseRule);
  const guarding = new Set([
    ...guardRules(plan.checks).map(({ id }) => id),
    ...guards.map(({ id }) => id),
    ...KEPT_IDS,
  ]);
  const rules = [...plan.rules.filter(({ id }) => !guarding.has(id)), ...guards];
  return { ...plan, setup: [...setup], checks, reasons: [...reasons], rules };
}
