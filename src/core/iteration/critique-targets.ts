/** Chooses the failed rules that a critique speaks about, and their order: code decides, not the model. */
import type { Rule, Severity } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";

/** A rule that did not pass, with what came of it. */
export interface CritiqueTarget {
  readonly rule: Rule;
  readonly result: RuleResult;
}

/** A critique has at most five points. */
const MOST = 5;

const ORDER: Readonly<Record<Severity, number>> = { fail: 0, warn: 1, info: 2 };

function compare(a: Rule, b: Rule): number {
  return ORDER[a.severity] - ORDER[b.severity] || b.weight - a.weight || (a.id < b.id ? -1 : 1);
}

/** True when running something reproduces one of the failures: the failing check is the reproduction. */
export function canDebug(run: Run): boolean {
  const kinds = ["command", "not_command", "tests"];
  return critiqueTargetsOf(run).some(
    ({ rule, result }) => result.verdict === "fail" && kinds.includes(rule.check.kind),
  );
}

/**
 * The rules of the last evaluation that did not pass: `fail` rules first, then warnings, within a severity by weight
 * and id; the first five, the rest waits. `info` rules are only tracked. Empty before an evaluation. Throws on a bug:
 * no plan.
 */
export function critiqueTargetsOf(run: Run): readonly CritiqueTarget[] {
  const results = run.progress.evaluation?.results ?? [];
  return workPlanOf(run)
    .rules.flatMap((rule) => {
      const result = results.find(({ id }) => id === rule.id);
      const failed = result?.verdict === "fail" || result?.verdict === "warn";
      return failed && rule.severity !== "info" ? [{ rule, result }] : [];
    })
    .sort((a, b) => compare(a.rule, b.rule))
    .slice(0, MOST);
}
