/** What came of rules, for people: the shortest evidence that is useful. */
import type { RuleResult } from "#core/rules/score.ts";
import { clip, headAndTail } from "#text/format/shorten.ts";
import { list } from "#text/format/table.ts";
import { code, codeBlock, inline } from "#text/sanitize/quote.ts";

/** The last line of an output that says something: that is where tools put the error. */
function lastLine(details: string): string {
  return details.split("\n").findLast((line) => line.trim() !== "") ?? "";
}

/** One line: the id and why it did not pass; where there are quotes, the first of them. */
function evidenceLine({ id, details, evidence }: RuleResult): string {
  const [quote] = evidence;
  const why = lastLine(details);
  const place = quote === undefined ? "" : ` (${code(`${quote.path}:${quote.line}`)})`;
  return `${code(id)}${place}${why === "" ? "" : `: ${inline(clip(why, 200))}`}`;
}

/** The rules that did not pass, `fail` rules first, each with its shortest evidence. */
export function failedRuleLines(results: readonly RuleResult[]): string {
  const of = (verdict: "fail" | "warn"): readonly RuleResult[] => results.filter((result) => result.verdict === verdict);
  return list([...of("fail"), ...of("warn")].map(evidenceLine));
}

/** The outputs behind them, as blocks; only those that one line cannot hold. Each is cut at `limit` characters. */
export function ruleOutputBlocks(results: readonly RuleResult[], limit: number): string {
  return results
    .filter(({ verdict, details }) => verdict !== "pass" && details.trim().includes("\n"))
    .map(({ id, details }) => `${code(id)}\n\n${codeBlock(headAndTail(details, limit))}`)
    .join("\n\n");
}
