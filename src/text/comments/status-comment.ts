/** Writes the status of a run as one comment, which the bot edits in place. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section } from "#text/format/table.ts";
import { stallWarning } from "#text/phrases/atom-words.ts";
import { droppedCheckTitles } from "#text/phrases/check-words.ts";
import { ciLine } from "#text/phrases/ci-words.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { toolProblemWords } from "#text/phrases/tool-problem-words.ts";
import { inline } from "#text/sanitize/quote.ts";
import { chart } from "#text/sections/chart.ts";
import { errorLines, questionLines } from "#text/sections/error-lines.ts";
import { failedRuleLines, ruleOutputBlocks } from "#text/sections/rule-failures.ts";
import { scoreTable } from "#text/sections/score-table.ts";
import { headline } from "#text/sections/summary.ts";
import { graphDiagram, taskList } from "#text/sections/work-graph.ts";
import { critiqueFolds } from "./critiques.ts";
import type { Links } from "./result-comment.ts";

function steps({ progress }: Run): string {
  return list(progress.steps.map(({ text, open }) => `${inline(text)}${open ? "" : " (done before)"}`));
}

/** The work graph, and a warning where it makes no progress. */
function work(run: Run, withDiagram: boolean): string {
  const warning = stallWarning(run.graph, limitsOf(run).stalls);
  const parts = [
    warning === "" ? "" : `**${warning}**`,
    withDiagram ? graphDiagram(run.graph, true) : "",
    taskList(run.graph),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Links the whole change, from the iteration on that passed level A. */
function passedA({ progress: { rows } }: Run, { compare }: Links): string {
  const passed = rows.find(({ level, passed: isPassed }) => level === "A" && isPassed);
  if (passed === undefined || compare === null) return "";
  return `Level A passed in iteration ${passed.iteration}: [the whole change](${compare}).`;
}

/** One line about tool problems, only where there are any. */
function toolProblemLine({ learned, progress: { iteration } }: Run): string {
  const words = toolProblemWords(learned, iteration);
  return words === "" ? "" : `Agents of iteration ${iteration}, ${inline(words)}.`;
}

/**
 * The status comment, in the longest variant that GitHub accepts: outputs are dropped first, then critiques, steps and
 * chart.
 */
export function statusComment(run: Run, links: Links): string {
  const results = evaluationToShow(run)?.results ?? [];
  const write = (detail: 0 | 1 | 2): string =>
    page([
      headline(run),
      `Next: ${nextWords(run)}.`,
      ciLine(run),
      toolProblemLine(run),
      passedA(run, links),
      section("Questions", questionLines(run)),
      section("Trouble", errorLines(run)),
      section("Dropped checks, as no work passed them", list(droppedCheckTitles(run).map(inline))),
      section("Work", work(run, detail > 0)),
      section("Scores", scoreTable(run)),
      detail > 0 && run.plan !== null ? chart(run.progress.rows, run.plan.thresholds) : "",
      section("Not passed", failedRuleLines(results)),
      detail > 1 ? fold("Output of the failed checks", ruleOutputBlocks(results, 2000)) : "",
      detail > 0 ? critiqueFolds(run.progress.critiques) : "",
      detail > 0 ? fold("Steps of this iteration", steps(run)) : "",
    ]);
  return shortenToLimit([() => write(2), () => write(1), () => write(0)]);
}
