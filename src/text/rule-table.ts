/** What proves each rule, for those who look at a pull request or at its commit. */
import { decidedBy } from "#core/check.ts";
import { standingOf } from "#core/progress.ts";
import type { Rule } from "#core/rule.ts";
import { planOf, type Run } from "#core/run.ts";
import type { RuleResult } from "#core/score.ts";
import { clip } from "./fit.ts";
import { code, inline } from "./quote.ts";
import { table } from "./table.ts";
import { checkOf, colourOf } from "./words.ts";

function proof({ check }: Rule, result: RuleResult | undefined): string {
  const [quote] = result?.evidence ?? [];
  if (quote !== undefined) return `${code(`${quote.path}:${quote.line}`)} ${code(clip(quote.text, 100))}`;
  const { does, text } = checkOf(check);
  return text === null || decidedBy(check) !== "driver" ? does : `${does}: ${code(clip(text, 80))}`;
}

/** A row for each rule of the plan: how it stood on the base, how it stands now, and what shows it. Throws on a bug: no plan. */
export function ruleTable(run: Run): string {
  const results = standingOf(run)?.results ?? [];
  const of = (found: readonly RuleResult[], id: string): RuleResult | undefined => found.find((result) => result.id === id);
  const rows = planOf(run).rules.map((rule) => {
    const result = of(results, rule.id);
    const before = colourOf(of(run.baseScore?.results ?? [], rule.id)?.verdict);
    return [
      `${code(rule.id)}<br>${inline(rule.description)}`,
      rule.severity,
      before,
      result?.verdict ?? "not checked",
      proof(rule, result),
    ];
  });
  return table(["rule", "severity", "on base", "here", "evidence"], rows);
}
