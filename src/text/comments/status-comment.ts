/** Writes the status of a run as one comment, which the bot edits in place. */
import { evaluationToShow } from "#core/run/progress.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, parts, section } from "#text/format/table.ts";
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
import { headline, isShownByPull } from "#text/sections/summary.ts";
import { graphDiagram, taskList } from "#text/sections/work-graph.ts";
import { critiqueFolds } from "./critiques.ts";
import type { Links } from "./result-comment.ts";

function steps({ progress }: Run): string {
  return list(progress.steps.map(({ text, open }) => `${inline(text)}${open ? "" : " (done before)"}`));
}

/** Links the whole change, from the iteration on after which all holds that must. */
function passedA({ progress: { rows } }: Run, { compare }: Links): string {
  const passed = rows.find(({ level, passed: isPassed }) => level === "A" && isPassed);
  if (passed === undefined || compare === null) return "";
  return `What must hold holds since iteration ${passed.iteration}: [the whole change](${compare}).`;
}

/** One line about tool problems, only where there are any. */
function toolProblemLine({ learned, progress: { iteration } }: Run): string {
  const words = toolProblemWords(learned, iteration);
  return words === "" ? "" : `Agents of iteration ${iteration}, ${inline(words)}.`;
}

/** What stands before the first fold: a line, what is asked or went wrong, a chart, and the tasks. */
function summary(run: Run, links: Links, withChart: boolean): string {
  const isShown = isShownByPull(run);
  const stall = stallWarning(run.graph, limitsOf(run).stalls);
  return parts([
    isShown ? headline(run) : `${headline(run)}\nNext: ${nextWords(run)}.`,
    isShown ? `The rest stands in the pull request, #${pullRequestOf(run)}.` : "",
    section("Questions", questionLines(run)),
    section("Trouble", errorLines(run)),
    ciLine(run),
    passedA(run, links),
    stall === "" ? "" : `**${stall}**`,
    withChart && run.plan !== null ? chart(run.progress.rows, run.plan.thresholds) : "",
    taskList(run.graph),
  ]);
}

/** What did not pass, and the score of each evaluation; nothing where the pull request says it. */
function scoreFolds(run: Run, withOutput: boolean): readonly string[] {
  if (isShownByPull(run)) return [];
  const results = evaluationToShow(run)?.results ?? [];
  const output = withOutput ? ruleOutputBlocks(results, 2000) : "";
  return [fold("Not passed", parts([failedRuleLines(results), output])), fold("Scores", scoreTable(run))];
}

/**
 * The status comment, in the longest variant that GitHub accepts: outputs are dropped first, then critiques, steps and
 * chart.
 */
export function statusComment(run: Run, links: Links): string {
  const write = (detail: 0 | 1 | 2): string =>
    page([
      summary(run, links, detail > 0),
      ...scoreFolds(run, detail > 1),
      fold("Dropped checks, as no work passed them", list(droppedCheckTitles(run).map(inline))),
      detail > 0 ? critiqueFolds(run.progress.critiques) : "",
      detail > 0 ? fold("Steps of this iteration", steps(run)) : "",
      detail > 0 ? fold("How the tasks depend on each other", graphDiagram(run.graph, true)) : "",
      fold("What agents stumbled over", toolProblemLine(run)),
    ]);
  return shortenToLimit([() => write(2), () => write(1), () => write(0)]);
}
