/** Writes the block that the command line shows after each evaluation. */
import type { EventOf } from "#core/events/event.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, lastIterationOf, limitsOf } from "#core/run/run-facts.ts";
import { listIds, scoreOf, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { atomFigures, stallWarning } from "#text/phrases/atom-words.ts";
import { droppedCheckTitles } from "#text/phrases/check-words.ts";
import { toolProblemWords } from "#text/phrases/tool-problem-words.ts";
import { plainLine } from "#text/sanitize/quote.ts";

/** One line without control characters; the indent is kept, because it shows what belongs together. */
export function line(text: string): string {
  const [indent = ""] = /^ */.exec(text) ?? [];
  return `${indent}${clip(plainLine(text), 160 - indent.length)}`;
}

/** The block of an iteration: score, plan, files, work graph and the agents' tool problems. */
export function iterationBlock({ evaluation }: EventOf<"evaluation_done">, run: Run): readonly string[] {
  const { iteration, steps, rows } = run.progress;
  const row = rows.at(-1);
  const plan = steps.map(({ text }) => text).join("; ");
  const verdict = evaluation.passed ? "PASS" : "FAIL";
  return [
    `── Iteration ${iteration}/${lastIterationOf(run)} | Level ${evaluation.level} | Score: ${scoreOf(evaluation)} ` +
      `| ${verdict} ──`,
    `Plan: ${plan === "" ? "none" : line(plan)}`,
    `Hash: ${shortSha(evaluation.tree)}`,
    line(`Changed: ${changedIn(row, rows.length)}`),
    `Failed: ${listIds(row?.failed ?? [])}`,
    `Warnings: ${listIds(row?.warnings ?? [])}`,
    line(`Artifact: ${branchOf(run)}`),
    ...droppedCheckTitles(run).map((words) => line(`  Dropped: ${words}`)),
    ...atomLines(run),
    ...toolProblemLines(run),
  ];
}

/** The tool problems of this iteration's agents, where they had any. */
function toolProblemLines({ learned, progress: { iteration } }: Run): readonly string[] {
  const words = toolProblemWords(learned, iteration);
  return words === "" ? [] : [line(`  Agents: ${words}`)];
}

/** The first evaluation is marked as the initial generation. */
function changedIn(row: ScoreRow | undefined, rows: number): string {
  const changed = listIds(row?.changed ?? []);
  return rows === 1 ? `initial generation: ${changed}` : changed;
}

/** The figures of the work graph, and a warning where it makes no progress. */
function atomLines(run: Run): readonly string[] {
  const [figures, warning] = [atomFigures(run.graph), stallWarning(run.graph, limitsOf(run).stalls)];
  return [...(figures === "" ? [] : [`  Work: ${figures}`]), ...(warning === "" ? [] : [`  WARNING: ${warning}`])];
}
