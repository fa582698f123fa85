/** The status of a run as one comment that is edited in place (architecture 8). */
import { evaluationToShow } from "#core/run/progress.ts";
import { limitsOf, type Run } from "#core/run/run.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section } from "#text/format/table.ts";
import { stallWarning } from "#text/phrases/atom-words.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { toolProblemWords } from "#text/phrases/tool-problem-words.ts";
import { inline } from "#text/sanitize/quote.ts";
import { chart } from "#text/sections/chart.ts";
import { errorLines, questionLines } from "#text/sections/error-lines.ts";
import { failedRuleLines, ruleOutputBlocks } from "#text/sections/rule-failures.ts";
import { headline, scoreTable } from "#text/sections/summary.ts";
import { graphDiagram, taskList } from "#text/sections/work-graph.ts";
import type { Links } from "./result-comment.ts";

function steps({ progress }: Run): string {
  return list(progress.steps.map(({ text, open }) => `${inline(text)}${open ? "" : " (done before)"}`));
}

/** The work graph, and a warning where it does not get further (M2.07). */
function work(run: Run, picture: boolean): string {
  const warning = stallWarning(run.graph, limitsOf(run).stalls);
  const parts = [warning === "" ? "" : `**${warning}**`, picture ? graphDiagram(run.graph, true) : "", taskList(run.graph)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The work that passed level A, in full behind a link, from then on (S1.45, S1.54, M1.05). */
function passedA({ progress: { rows } }: Run, { compare }: Links): string {
  const passed = rows.find(({ level, passed: isPassed }) => level === "A" && isPassed);
  if (passed === undefined || compare === null) return "";
  return `Level A passed in iteration ${passed.iteration}: [the whole change](${compare}).`;
}

/** A short line, only when there is something (M3.07). */
function stumbled({ learned, progress: { iteration } }: Run): string {
  const words = toolProblemWords(learned, iteration);
  return words === "" ? "" : `Agents of iteration ${iteration}, ${inline(words)}.`;
}

/** The status comment. The longest variant that GitHub takes: outputs go first, then steps and chart. */
export function statusComment(run: Run, links: Links): string {
  const results = evaluationToShow(run)?.results ?? [];
  const write = (detail: 0 | 1 | 2): string =>
    page([
      headline(run),
      `Next: ${nextWords(run)}.`,
      stumbled(run),
      passedA(run, links),
      section("Questions", questionLines(run)),
      section("Trouble", errorLines(run)),
      section("Work", work(run, detail > 0)),
      section("Scores", scoreTable(run)),
      detail > 0 && run.plan !== null ? chart(run.progress.rows, run.plan.thresholds) : "",
      section("Not passed", failedRuleLines(results)),
      detail > 1 ? fold("Output of the failed checks", ruleOutputBlocks(results, 2000)) : "",
      detail > 0 ? fold("Steps of this iteration", steps(run)) : "",
    ]);
  return shortenToLimit([() => write(2), () => write(1), () => write(0)]);
}
