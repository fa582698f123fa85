/** Writes what a backtest found as one page for a browser: nothing is loaded from elsewhere, and no script runs. */
import { type BacktestRow, summaryOf } from "#core/backtest/summary.ts";
import { VARIANTS } from "#core/backtest/variants.ts";
import { duration, shortSha } from "#text/format/format.ts";
import { adviceLines, cellMarks, MARK_WORDS, PATCH_WORDS, remarksOn } from "./backtest-words.ts";
import { escapedHtml } from "./escaped-html.ts";
import { figureLines, trustLine } from "./summary-lines.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1f2328; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { border: 1px solid #d1d9e0; padding: .3rem .5rem; text-align: left; vertical-align: top; }
th { background: #f6f8fa; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: #f6f8fa; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.ok { background: #dafbe1; } .WRONG { background: #ffcecb; font-weight: bold; } .green { background: #fff8c5; }
.verdict { font-size: 1.2rem; font-weight: bold; }`;

const listOf = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escapedHtml(line)}</li>`).join("")}</ul>`;

/** The page of a repository that is called `name`. */
export function backtestHtml(name: string, rows: readonly BacktestRow[], isWhole: boolean): string {
  const shown = rows.filter(({ result }) => result.kind !== "no_fix");
  const title = escapedHtml(`What the gate of Loopwright says of the history of ${name}`);
  const heads = ["commit", ...VARIANTS.map((variant) => PATCH_WORDS[variant]), "time", "subject"];
  const advice = adviceLines(summaryOf(rows));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${title}</h1>
<p class="verdict">${escapedHtml(trustLine(rows, isWhole))}</p>
${listOf(figureLines(rows))}
${advice.length === 0 ? "" : `<h2>What to do about what was not decided</h2>\n${listOf(advice)}`}
<h2>Each closed bug, the newest first</h2>
<div class="scroll"><table>
<thead><tr>${heads.map((head) => `<th>${escapedHtml(head)}</th>`).join("")}</tr></thead>
<tbody>
${shown.map(htmlRow).join("\n")}
</tbody>
</table></div>
<h2>What the marks mean</h2>
<table><tbody>
${Object.entries(MARK_WORDS)
  .map(([mark, words]) => `<tr><td class="${mark}">${mark}</td><td>${escapedHtml(words)}</td></tr>`)
  .join("\n")}
</tbody></table>
${remarksSection(shown)}
</body>
</html>
`;
}

function htmlRow({ commit, subject, result }: BacktestRow): string {
  const marks = cellMarks(result).map((mark) => `<td class="${mark}">${mark}</td>`);
  const end = `<td>${duration(result.ms)}</td><td>${escapedHtml(subject)}</td>`;
  return `<tr><td><code>${shortSha(commit)}</code></td>${marks.join("")}${end}</tr>`;
}

function remarksSection(rows: readonly BacktestRow[]): string {
  const remarks = rows.flatMap((row) =>
    remarksOn(row).map(
      (remark) =>
        `<h3><code>${shortSha(row.commit)}</code> ${escapedHtml(row.subject)}</h3>\n<pre>${escapedHtml(remark)}</pre>`,
    ),
  );
  return remarks.length === 0 ? "" : `<h2>Not as it should be, or not decided</h2>\n${remarks.join("\n")}`;
}
