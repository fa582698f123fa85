/** Writes what came of a run: a sentence, and a short list of facts. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { artifactOf } from "#core/run/artifact.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, publicationOf } from "#core/run/run-facts.ts";
import { cost, duration, scoreOf, shortSha } from "#text/format/format.ts";
import { type Html, type HtmlPart, html } from "#text/html/html.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { pullName } from "#text/sections/summary.ts";
import { momentHtml } from "./moment.ts";

/** The stage and its reason, then the figures. */
export function summaryHtml(run: Run, iso: (ms: number) => string): Html {
  const { stage, stopReason, iteration, maxIterations, spend, ms } = resultJsonOf(run);
  const because = stopReason === null ? "" : `, because ${REASON_WORDS[stopReason]}`;
  const facts: readonly (readonly [string, HtmlPart])[] = [
    ["Pull request", pullLink(run)],
    ["Score", scoreText(run)],
    ["Iterations", `${iteration} of at most ${maxIterations}`],
    ["Cost", cost(spend)],
    ["Time", duration(ms)],
    ["Began", momentHtml(iso(run.startedAt))],
    ["Last event", momentHtml(iso(run.updatedAt))],
    ["Base", html`<code>${run.base.branch}</code> at <code>${shortSha(run.base.commit)}</code>`],
    ["Branch", html`<code>${branchOf(run)}</code>`],
    ["Run", html`<code>${run.runId}</code>`],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return html`<p class="lead">${STAGE_WORDS[stage]}${because}.</p>
<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>\n`;
}

/** The score of the work as it is; for work that changed since, of the last that was evaluated. */
function scoreText(run: Run): string {
  const standing = evaluationToShow(run);
  if (standing === null) return "not scored yet";
  const found = `${scoreOf(standing)} at level ${standing.level}`;
  return artifactOf(run).status === "evaluated" ? found : `${found}, and changed since`;
}

function pullLink(run: Run): HtmlPart {
  const [name, url] = [pullName(run), publicationOf(run)?.url ?? null];
  return name === null || url === null || !/^https?:\/\//.test(url) ? name : html`<a href="${url}">${name}</a>`;
}
