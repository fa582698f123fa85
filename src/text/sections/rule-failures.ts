/** Writes the results of rules for people, each with the shortest evidence that is useful. */
import type { RuleResult } from "#core/rules/score.ts";
import { clip, headAndTail } from "#text/format/shorten.ts";
import { list } from "#text/format/table.ts";
import { code, codeBlock, inline } from "#text/sanitize/quote.ts";

/** The last line of an output that is not blank: tools print the error there. */
function lastLine(details: string): string {
  return details.split("\n").findLast((line) => line.trim() !== "") ?? "";
}

/** One line: the id and why the rule did not pass, with the first quote where there is one. */
function evidenceLine({ id, details, evidence }: RuleResult): string {
  const [quote] = evidence;
  const why = lastLine(details);
  const place = quote === undefined ? "" : ` (${code(`${quote.path}:${quote.line}`)})`;
  return `${code(id)}${place}${why === "" ? "" : `: ${inline(clip(why, 200))}`}`;
}

/** The rules that did not pass, `fail` rules first, each with its shortest evidence. */
export function failedRuleLines(results: readonly RuleResult[]): string {
  const of = (verdict: "fail" | "warn"): readonly RuleResult[] =>
    results.filter((result) => result.verdict === verdict);
  return list([...of("fail"), ...of("warn")].map(evidenceLine));
}

/** The outputs of failed rules as blocks; only those that do not fit on a line. Each is cut at `limit` characters. */
export function ruleOutputBlocks(results: readonly RuleResult[], limit: number): string {
  return results
    .filter(({ verdict, details }) => verdict !== "pass" && details.trim().includes("\n"))
    .map(({ id, details }) => `${code(id)}\n\n${codeBlock(headAndTail(details, limit))}`)
    .join("\n\n");
}
