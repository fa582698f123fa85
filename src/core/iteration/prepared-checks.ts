/**
 * Decides which of PREPARE's checks count: it may add to the approved bundle, never loosen it, and only with known
 * commands.
 */
import type { AddedCheck } from "#core/events/data/iteration.ts";
import { decidedBy } from "#core/rules/check.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { planOf, workPlanOf } from "#core/run/run-facts.ts";

/**
 * Commands that PREPARE may use, exactly as they stand: the repository's own checks but its tests, which the guards run
 * already, and the commands of the approved rules. None that was not green on the base where it was scored there: it
 * would hold one rule to another's work.
 */
export function allowedCommands(run: Run): readonly string[] {
  const { checks, rules } = planOf(run);
  const commands = rules.flatMap(({ id, check }) => (check.kind === "command" ? [{ id, run: check.run }] : []));
  const results = run.baseScore?.results ?? [];
  const refused = new Set<string | null>([checks.test]);
  for (const { id, run: command } of commands)
    if (results.some((one) => one.id === id && one.verdict !== "pass")) refused.add(command);
  const known = [checks.build, checks.lint, checks.types, ...commands.map((command) => command.run)].filter(
    (command) => command !== null,
  );
  return [...new Set(known)].filter((command) => !refused.has(command));
}

/** The checks that count, and a sentence for each that does not. */
export function allowedChecks(
  run: Run,
  checks: readonly AddedCheck[],
): { readonly checks: readonly AddedCheck[]; readonly refused: readonly string[] } {
  const commands = allowedCommands(run);
  const taken: AddedCheck[] = [];
  const refused: string[] = [];
  for (const check of checks) {
    const reason = reasonAgainst(check, run, [...run.progress.checks, ...taken], commands);
    if (reason === null) taken.push(check);
    else refused.push(`${check.rule}: ${reason}`);
  }
  return { checks: taken, refused };
}

function reasonAgainst(
  { rule: id, run: command }: AddedCheck,
  run: Run,
  there: readonly AddedCheck[],
  commands: readonly string[],
): string | null {
  const rule = activeRules(workPlanOf(run).rules, run.progress.level).find((one) => one.id === id);
  if (rule === undefined) return `no such rule at level ${run.progress.level}`;
  if (decidedBy(rule.check) !== "driver") return "is judged, and takes no command";
  const own = rule.check.kind === "command" && rule.check.run === command;
  if (own || there.some((one) => one.rule === id && one.run === command)) return "is checked by this command already";
  return commands.includes(command) ? null : `not one of the allowed commands: ${command.slice(0, 100)}`;
}
