/** Writes the check run on a verified commit: its score, and the verdict of each rule. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { scoreOf } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { page } from "#text/format/table.ts";
import { code } from "#text/sanitize/quote.ts";
import { ruleTable } from "#text/sections/rule-table.ts";

/** GitHub allows 65,535 characters a field of a check run; a plan's rules stay far below. */
const LONGEST = 60_000;

/** The title beside the check's name. Throws on a bug: nothing was scored. */
export function certificateTitle(run: Run): string {
  const standing = evaluationToShow(run);
  if (standing === null) throw new Error("bug: nothing was scored");
  const passed = standing.results.filter(({ verdict }) => verdict === "pass").length;
  const { rules } = workPlanOf(run);
  return `Score ${scoreOf(standing)}, ${passed} of ${rules.length} points hold`;
}

/** The summary of the check. Throws on a bug: no plan, or nothing verified. */
export function certificateText(run: Run): string {
  const { qa } = run;
  if (qa?.last == null) throw new Error("bug: nothing was verified");
  const note =
    "Loopwright checked these rules on the files of this very commit. What has no command to show was judged by a " +
    "model.";
  return clip(page([`QA: **${qa.last.verdict}** at ${code(qa.head)}`, ruleTable(run), note]), LONGEST);
}
