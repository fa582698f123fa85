/** Writes the terminal page of `loopwright gate`. */
import type { Evaluation, RuleResult } from "#core/rules/score.ts";
import { scoreOf } from "#text/format/format.ts";
import { columns, pageOf, wrappedLines } from "./layout.ts";

interface Judged {
  readonly accepted: boolean;
  readonly reasons: readonly string[];
  readonly outside: readonly string[];
  readonly base: readonly RuleResult[];
  readonly evaluation: Evaluation | null;
}

/**
 * The verdict, then the reasons, then what was changed beyond the scope, then a line for each rule: red or green on the
 * base and on the head.
 */
export function gatePage({ accepted, reasons, outside, base, evaluation }: Judged): string {
  const before = new Map(base.map(({ id, verdict }) => [id, verdict === "pass" ? "green" : "red"]));
  const rows = (evaluation?.results ?? base).map(({ id, verdict }) => [
    id,
    before.get(id) ?? "not run",
    evaluation === null ? "not run" : verdict,
  ]);
  const figure = evaluation === null ? "" : `, score ${scoreOf(evaluation)}`;
  return pageOf([
    `${accepted ? "ACCEPTED" : "REFUSED"}${figure}`,
    reasons.map((reason) => wrappedLines("  - ", reason)).join("\n"),
    outside.length === 0 ? "" : wrappedLines("", `Outside of the plan's scope: ${outside.join(", ")}`),
    columns(["rule", "base", "head"], rows),
  ]);
}
