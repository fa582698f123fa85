/** What a person sees on the command line after an evaluation: the block of S1.53. */
import type { EventOf } from "#core/events/event.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import { branchOf, lastIterationOf, limitsOf, type Run } from "#core/run/run.ts";
import { listIds, scoreOf, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { atomFigures, stallWarning } from "#text/phrases/atom-words.ts";
import { toolProblemWords } from "#text/phrases/tool-problem-words.ts";
import { plainLine } from "#text/sanitize/quote.ts";

/** One line without control characters; blanks at its beginning are kept, for they show what belongs to what. */
export function line(text: string): string {
  const [indent = ""] = /^ */.exec(text) ?? [];
  return `${indent}${clip(plainLine(text), 160 - indent.length)}`;
}

/** The block of an iteration: score, plan, files, work graph and what the agents stumbled over. */
export function block({ evaluation }: EventOf<"evaluation_done">, run: Run): readonly string[] {
  const { iteration, steps, rows } = run.progress;
  const row = rows.at(-1);
  const plan = steps.map(({ text }) => text).join("; ");
  const verdict = evaluation.passed ? "PASS" : "FAIL";
  return [
    `── Iteration ${iteration}/${lastIterationOf(run)} | Level ${evaluation.level} | Score: ${scoreOf(evaluation)} | ${verdict} ──`,
    `Plan: ${plan === "" ? "none" : line(plan)}`,
    `Hash: ${shortSha(evaluation.tree)}`,
    line(`Changed: ${changedIn(row, rows.length)}`),
    `Failed: ${listIds(row?.failed ?? [])}`,
    `Warnings: ${listIds(row?.warnings ?? [])}`,
    line(`Artifact: ${branchOf(run)}`),
    ...atomLines(run),
    ...stumbleLines(run),
  ];
}

/** What the agents of this iteration stumbled over, where they did (M3.07). */
function stumbleLines({ learned, progress: { iteration } }: Run): readonly string[] {
  const words = toolProblemWords(learned, iteration);
  return words === "" ? [] : [line(`  Agents: ${words}`)];
}

/** What the first evaluation is of is named as such, with its files (S1.53). */
function changedIn(row: ScoreRow | undefined, rows: number): string {
  const changed = listIds(row?.changed ?? []);
  return rows === 1 ? `initial generation: ${changed}` : changed;
}

/** How the work graph stands, and a warning where it does not get further (M2.07). */
function atomLines(run: Run): readonly string[] {
  const [figures, warning] = [atomFigures(run.graph), stallWarning(run.graph, limitsOf(run).stalls)];
  return [...(figures === "" ? [] : [`  Work: ${figures}`]), ...(warning === "" ? [] : [`  WARNING: ${warning}`])];
}
