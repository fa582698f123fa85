/** Writes the scores of all evaluations, as a picture and as a table. */
import type { ScoreRow } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { counted, listIds, score, shortSha } from "#text/format/format.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlFold, htmlRow, htmlTable } from "#text/html/html-page.ts";

/** The picture's height, and the width of a bar with the gap behind it. */
const HEIGHT = 120;
const BAR = 10;

/** A bar for each evaluation; the line over it is its threshold. Null before the first. */
export function scoresHtml(run: Run): Html | null {
  const { rows } = run.progress;
  const table = htmlTable(
    "Scores",
    ["iteration", "level", "score", "result", "not passed", "changed", "tree", "kept"],
    rows.map(scoreRow),
  );
  if (table === null) return null;
  return html`${picture(run)}
${rows.length > 12 ? htmlFold(`All ${counted(rows.length, "evaluation")}`, table) : table}`;
}

function picture({ plan, progress: { rows } }: Run): Html | null {
  if (plan === null || rows.length < 2) return null;
  const height = (value: number): string => (value * HEIGHT).toFixed(1);
  const bars = rows.map((row, index) => {
    const top = (1 - row.score) * HEIGHT;
    const line = ((1 - plan.thresholds[row.level]) * HEIGHT).toFixed(1);
    const [left, right] = [index * BAR, index * BAR + BAR - 2];
    return html`<rect class="${row.passed ? "reached" : "missed"}" x="${left}" y="${top.toFixed(1)}"
  width="${BAR - 2}" height="${height(row.score)}"/>
<line x1="${left}" x2="${right}" y1="${line}" y2="${line}"/>\n`;
  });
  const first = rows[0]?.score ?? 0;
  const last = rows.at(-1)?.score ?? 0;
  const says = `${counted(rows.length, "evaluation")}: the first scored ${score(first)}, the last ${score(last)}.`;
  return html`<figure><svg class="scores" viewBox="0 0 ${rows.length * BAR} ${HEIGHT}" width="${rows.length * 32}"
  preserveAspectRatio="none" role="img" aria-label="${says}">
${bars}</svg>
<figcaption class="soft">${says} A line is the threshold of its evaluation.</figcaption></figure>\n`;
}

function scoreRow(row: ScoreRow): Html {
  const result = html`<span class="${row.passed ? "good" : "bad"}">${row.passed ? "passed" : "not passed"}</span>`;
  return htmlRow([
    row.iteration,
    row.level,
    score(row.score),
    result,
    listIds([...row.failed, ...row.warnings.map((id) => `${id} (warning)`)]),
    listIds(row.changed),
    html`<code>${shortSha(row.tree)}</code>`,
    row.kept ? "yes" : "no",
  ]);
}
