/** Writes what a backtest found as one page for a browser. */
import { type BacktestRow, summaryOf } from "#core/backtest/summary.ts";
import { VARIANTS } from "#core/backtest/variants.ts";
import { duration, shortSha } from "#text/format/format.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlList, htmlPage, htmlSection, htmlTable } from "#text/html/html-page.ts";
import { adviceLines, type CellMark, cellMarks, MARK_WORDS, PATCH_WORDS, remarksOn } from "./backtest-words.ts";
import { figureLines, trustLine } from "./summary-lines.ts";

const COLOURS: Readonly<Record<CellMark, string>> = {
  ok: "good",
  named: "mild",
  WRONG: "bad",
  green: "mild",
  "-": "none",
};

/** The page of a repository that is called `name`. */
export function backtestHtml(name: string, rows: readonly BacktestRow[], isWhole: boolean): string {
  const shown = rows.filter(({ result }) => result.kind !== "no_fix");
  const heads = ["commit", ...VARIANTS.map((variant) => PATCH_WORDS[variant]), "time", "subject"];
  const marks = Object.keys(MARK_WORDS) as readonly CellMark[];
  return htmlPage(
    `What the gate of Loopwright says of the history of ${name}`,
    html`<p class="lead">${trustLine(rows, isWhole)}</p>\n`,
    htmlList(figureLines(rows)),
    htmlSection("What to do about what was not decided", htmlList(adviceLines(summaryOf(rows)))),
    htmlSection("Each closed bug, the newest first", htmlTable("Each closed bug", heads, shown.map(fixRow))),
    htmlSection(
      "What the marks mean",
      htmlTable(
        "What the marks mean",
        ["mark", "meaning"],
        marks.map((mark) => html`<tr>${cell(mark)}<td>${MARK_WORDS[mark]}</td></tr>\n`),
      ),
    ),
    htmlSection("Not as it should be, or not decided", remarks(shown)),
  );
}

function cell(mark: CellMark): Html {
  return html`<td class="${COLOURS[mark]}">${mark}</td>`;
}

function fixRow({ commit, subject, result }: BacktestRow): Html {
  const end = html`<td>${duration(result.ms)}</td><td>${subject}</td>`;
  return html`<tr><td><code>${shortSha(commit)}</code></td>${cellMarks(result).map(cell)}${end}</tr>\n`;
}

function remarks(rows: readonly BacktestRow[]): Html | null {
  const all = rows.flatMap((row) =>
    remarksOn(row).map(
      (remark) => html`<h3><code>${shortSha(row.commit)}</code> ${row.subject}</h3>\n<pre>${remark}</pre>\n`,
    ),
  );
  return all.length === 0 ? null : html`${all}`;
}
