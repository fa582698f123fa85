/** Exchanges the commands that set a plan's repository up and check it, in everything that rests on them. */
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Plan } from "#core/plan/plan.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { guardRules } from "./guards.ts";

/** The commands of a plan, as detection gives them. */
export function commandsOf({ setup, checks, reasons = [] }: Plan): DetectedCommands {
  return { setup, checks, reasons };
}

/** The plan with these commands, and with the rules that guard the tests by them. */
export function withCommands(plan: Plan, { setup, checks, reasons }: DetectedCommands): Plan {
  const guards = guardRules(checks).map(normaliseRule);
  const guarding = new Set([...guardRules(plan.checks), ...guards].map(({ id }) => id));
  const rules = [...plan.rules.filter(({ id }) => !guarding.has(id)), ...guards];
  return { ...plan, setup: [...setup], checks, reasons: [...reasons], rules };
}
