/** Writes the table of rules and their evidence for reviewers of a pull request or its commit. */
import { decidedBy } from "#core/rules/check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { clip } from "#text/format/shorten.ts";
import { table } from "#text/format/table.ts";
import { checkWordsOf } from "#text/phrases/check-words.ts";
import { reviewOriginOf } from "#text/phrases/review-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";

function proof({ check }: Rule, result: RuleResult | undefined): string {
  const [quote] = result?.evidence ?? [];
  if (quote !== undefined) return `${code(`${quote.path}:${quote.line}`)} ${code(clip(quote.text, 100))}`;
  const { does, text } = checkWordsOf(check);
  return text === null || decidedBy(check) !== "driver" ? does : `${does}: ${code(clip(text, 80))}`;
}

/**
 * A row for each rule: its result on the base, or on the head that a review asked it for; its result now, and the
 * evidence. Throws on a bug: no plan.
 */
export function ruleTable(run: Run): string {
  const results = evaluationToShow(run)?.results ?? [];
  const of = (found: readonly RuleResult[], id: string): RuleResult | undefined =>
    found.find((result) => result.id === id);
  const rows = workPlanOf(run).rules.map((rule) => {
    const result = of(results, rule.id);
    const origin = reviewOriginOf(run, rule.id);
    return [
      `${code(rule.id)}<br>${inline(rule.description)}${origin === null ? "" : `<br>${origin.asked}`}`,
      rule.severity,
      origin?.before ?? baseColourOf(of(run.baseScore?.results ?? [], rule.id)?.verdict),
      result?.verdict ?? "not checked",
      proof(rule, result),
    ];
  });
  return table(["rule", "severity", "on base", "here", "evidence"], rows);
}
