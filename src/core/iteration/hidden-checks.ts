/** Checks that PREPARE hides from the worker, so that the worker cannot make its code suit them. */
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { decidedBy } from "#core/rules/check.ts";
import { activeRules } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";

/** More of them in a run are refused: each is run at every evaluation of its rule. */
const MOST = 10;

/** Words that a program without knowledge of the task would print first. */
const GUESSED =
  /^(?:true|false|ok|okay|yes|no|pass|passed|fail|failed|done|success|error|undefined|null|nil|none|nan|\W*|.{1,2})$/i;

/** The checks that count, and a sentence for each that does not. Throws on a bug: no plan. */
export function allowedHiddenChecks(
  run: Run,
  checks: readonly HiddenCheck[],
): { readonly hidden: readonly HiddenCheck[]; readonly refused: readonly string[] } {
  const taken: HiddenCheck[] = [];
  const refused: string[] = [];
  for (const check of checks) {
    const reason = reasonAgainst(check, run, [...run.progress.hidden, ...taken]);
    if (reason === null) taken.push(check);
    else refused.push(`${check.rule}: the hidden check "${check.title}" ${reason}`);
  }
  return { hidden: taken, refused };
}

function reasonAgainst(
  { rule: id, run: command, expects }: HiddenCheck,
  run: Run,
  there: readonly HiddenCheck[],
): string | null {
  const rule = activeRules(workPlanOf(run).rules, run.progress.level).find((one) => one.id === id);
  if (rule === undefined || decidedBy(rule.check) !== "driver")
    return `names no rule of level ${run.progress.level} that is checked by running`;
  if (there.length >= MOST) return `is one too many: a run takes ${MOST}`;
  if (there.some((one) => one.run === command)) return "is there already";
  if (GUESSED.test(expects)) return "expects what could be guessed";
  return command.includes(expects) ? "shows in its command what it expects" : null;
}

/** True when a command that ended well printed what the check expects. */
export function printsExpected({ expects }: Pick<HiddenCheck, "expects">, stdout: string): boolean {
  return bare(stdout) === bare(expects);
}

function bare(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
