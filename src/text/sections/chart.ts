/** Draws the scores of a run as a Mermaid chart, which GitHub renders. */
import type { Thresholds } from "#core/rules/score.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import { score } from "#text/format/format.ts";

/** The most evaluations that the chart shows: the latest. */
const BARS = 20;

/** Bars for the scores, a line for the threshold of each. Empty for fewer than two evaluations: the table shows one. */
export function chart(rows: readonly ScoreRow[], thresholds: Thresholds): string {
  if (rows.length < 2) return "";
  const shown = rows.slice(-BARS);
  const labels = shown.map(({ iteration, level }) => `"${iteration}${level}"`).join(", ");
  const scores = shown.map((row) => score(row.score)).join(", ");
  const lines = shown.map(({ level }) => score(thresholds[level])).join(", ");
  return [
    "```mermaid",
    "xychart-beta",
    '  title "Score of each evaluation; the line is the threshold"',
    `  x-axis [${labels}]`,
    '  y-axis "score" 0 --> 1',
    `  bar [${scores}]`,
    `  line [${lines}]`,
    "```",
  ].join("\n");
}
