/** Writes a whole page of HTML: nothing is loaded from elsewhere, and no script runs. */
import { type Html, type HtmlPart, html } from "./html.ts";

/** Light or dark as the reader's system is; wide things scroll by themselves, so that a phone never does. */
const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --page: #fff; --box: #f6f8fa; --line: #d1d9e0;
  --good: #dafbe1; --bad: #ffcecb; --mild: #fff8c5; --link: #0550ae; --bar: #0969da; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9ea7b3; --page: #0d1117; --box: #161b22;
  --line: #3d444d; --good: #12361f; --bad: #5a1e1c; --mild: #3f3208; --link: #79c0ff; --bar: #58a6ff; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
  color: var(--text); background: var(--page); overflow-wrap: anywhere; }
a { color: var(--link); } h2 { margin-top: 2.5rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; overflow-wrap: normal; }
th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
th { background: var(--box); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: var(--box); padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .2rem 0; }
.good { background: var(--good); } .bad { background: var(--bad); } .mild { background: var(--mild); }
.soft { color: var(--soft); } .lead { font-size: 1.2rem; font-weight: bold; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .6rem; }
dt { color: var(--soft); font-size: 14px; } dd { margin: 0; }
figure { margin: 0 0 1rem; } .scores { max-width: 100%; height: 8rem; background: var(--box); }
.reached { fill: var(--bar); } .missed { fill: var(--soft); } .scores line { stroke: var(--text); }
blockquote { border-left: 3px solid var(--line); margin: .3rem 0; padding-left: .8rem; white-space: pre-wrap; }`;

/** The page with this title, which is its first heading as well. */
export function htmlPage(title: string, ...body: readonly HtmlPart[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: STYLE }}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return page.markup;
}

/** A section with a heading; nothing where it has no body. */
export function htmlSection(heading: string, body: Html | null): Html | null {
  return body === null ? null : html`<section>\n<h2>${heading}</h2>\n${body}\n</section>\n`;
}

/** A list of lines; null where there are none. */
export function htmlList(lines: readonly HtmlPart[]): Html | null {
  return lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul>`;
}

/** A table that scrolls where it is too wide, with the keyboard as well; `label` says what it is. Null without rows. */
export function htmlTable(label: string, heads: readonly string[], rows: readonly Html[]): Html | null {
  if (rows.length === 0) return null;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}

/** A row of a table. */
export function htmlRow(cells: readonly HtmlPart[]): Html {
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`;
}

/** Something that is folded until a reader opens it. */
export function htmlFold(summary: HtmlPart, body: HtmlPart): Html {
  return html`<details><summary>${summary}</summary>\n${body}\n</details>\n`;
}
