/**
 * Checks a tree against the rules that need no model: the driver runs each command on a fresh copy, in a sandbox of its
 * own (.github/decisions/0005).
 */
import { type Check, decidedBy } from "#core/rules/check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { runCommand } from "#loop/checks/on-tree/run-command.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { decideCheck } from "./decide-check.ts";
import { type TriedCheck, tryHidden } from "./try-hidden.ts";

/**
 * Decides one check of the driver on the subject's tree, for checks that belong to no rule (the acceptance). Throws as
 * `checkRules`.
 */
export function runDriverCheck(subject: CheckSubject, check: Check): Promise<RuleResult> {
  return decideCheck(subject, { id: "a.acceptance.item", check });
}

/**
 * A rule that the driver decided. `shown`: by its own check and those that PREPARE added to it; `tried`: its hidden
 * checks, which are run where the others hold.
 */
export interface CheckedRule {
  readonly shown: RuleResult;
  readonly tried: readonly TriedCheck[];
}

/** Gives the result of every rule that the driver decides. Throws `Failure` and `Interrupted` as the workspace does. */
export async function checkRules(subject: CheckSubject, rules: readonly Rule[]): Promise<readonly RuleResult[]> {
  return (await checkEach(subject, rules)).map((checked) => drivenResult(checked));
}

/** As `checkRules`, with what each hidden check showed. */
export async function checkEach(subject: CheckSubject, rules: readonly Rule[]): Promise<readonly CheckedRule[]> {
  const driven = rules.filter(({ check }) => decidedBy(check) === "driver");
  const isLast = ({ check }: Rule): boolean => check.kind === "tests_bite";
  const checked = await inParallel(
    subject.plan.limits.parallel,
    driven.filter((rule) => !isLast(rule)),
    async (rule): Promise<CheckedRule> => {
      const shown = await decideShown(subject, rule);
      return { shown, tried: shown.verdict === "pass" ? await tryHidden(subject, rule) : [] };
    },
  );
  // It runs the tests many times, and says nothing new about work that is refused already.
  const red = rules.find(({ id, severity }) => severity === "fail" && checked.some((one) => isRed(one, id)));
  const last: CheckedRule[] = [];
  for (const rule of driven.filter(isLast))
    last.push({ shown: red === undefined ? await decideCheck(subject, rule) : untried(rule, red), tried: [] });
  return [...checked, ...last];
}

function isRed(checked: CheckedRule, id: string): boolean {
  return checked.shown.id === id && drivenResult(checked).verdict === "fail";
}

function untried({ id }: Rule, red: Rule): RuleResult {
  return { id, verdict: "na", details: `not tried: ${red.id} fails`, evidence: [] };
}

/** The result of a rule: all of its checks must hold, but for the hidden ones whose commands are `dropped`. */
export function drivenResult({ shown, tried }: CheckedRule, dropped: readonly string[] = []): RuleResult {
  const [red] = tried.flatMap(({ trial, details }) =>
    details === null || dropped.includes(trial.run) ? [] : [details],
  );
  return red === undefined ? shown : { ...shown, verdict: "fail", details: red };
}

/** Runs the rule's own check, then those that PREPARE added to it: all must hold. */
async function decideShown(subject: CheckSubject, rule: Rule): Promise<RuleResult> {
  const own = await decideCheck(subject, rule);
  if (own.verdict !== "pass") return own;
  for (const { run: command } of subject.added.filter((check) => check.rule === rule.id)) {
    if (rule.check.kind === "command" && rule.check.run === command) continue;
    const { ok, details } = await runCommand(subject, { run: command, prints: wordOf(subject, command) });
    if (!ok) return { ...own, verdict: "fail", details: detailsOf(`${command}: ${details}`) };
  }
  return own;
}

/** Gives the word that a rule with the same command must print: the command must print it beside another rule too. */
function wordOf({ plan }: CheckSubject, command: string): string | null {
  const same = plan.rules.flatMap(({ check }) =>
    check.kind === "command" && check.run === command ? [check.prints] : [],
  );
  return same.find((word) => word !== null) ?? null;
}
