/** Writes the rules of the plan with what proves each: its results, its command, and what that printed. */
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { headAndTail } from "#text/format/shorten.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlFold, htmlRow, htmlTable } from "#text/html/html-page.ts";
import { checkWordsOf } from "#text/phrases/check-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";

/** Characters of what a check printed. */
const DETAILS = 4000;

const COLOURS: Readonly<Record<string, string>> = { pass: "good", fail: "bad", warn: "mild" };

/** A row for each rule; null before there is a plan. */
export function checksHtml(run: Run): Html | null {
  if (run.plan === null) return null;
  const now = byId(evaluationToShow(run)?.results ?? []);
  const base = byId(run.baseScore?.results ?? []);
  return htmlTable(
    "Checks",
    ["rule", "severity", "on base", "now", "proof"],
    workPlanOf(run).rules.map((rule) => ruleRow(rule, base.get(rule.id), now.get(rule.id))),
  );
}

function byId(results: readonly RuleResult[]): ReadonlyMap<string, RuleResult> {
  return new Map(results.map((result) => [result.id, result]));
}

function ruleRow(rule: Rule, base: RuleResult | undefined, now: RuleResult | undefined): Html {
  const verdict = now?.verdict ?? "not checked";
  return htmlRow([
    html`${rule.description}<br><code class="soft">${rule.id}</code>`,
    rule.severity,
    base === undefined ? "" : baseColourOf(base.verdict),
    html`<span class="${COLOURS[verdict] ?? "none"}">${verdict}</span>`,
    proof(rule, now),
  ]);
}

function proof({ check }: Rule, result: RuleResult | undefined): Html {
  const { does, text } = checkWordsOf(check);
  const quotes = (result?.evidence ?? []).map(
    ({ path, line, text: quoted }) => html`<p><code>${path}:${line}</code> <code>${quoted}</code></p>\n`,
  );
  const details = result?.details ?? "";
  return htmlFold(does, [
    text === null ? null : html`<pre>${text}</pre>`,
    quotes,
    details === "" ? null : html`<pre>${headAndTail(details, DETAILS)}</pre>`,
  ]);
}
