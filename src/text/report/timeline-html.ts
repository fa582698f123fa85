/** Writes all that happened, folded by iteration. */
import { counted } from "#text/format/format.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlFold, htmlRow, htmlTable } from "#text/html/html-page.ts";
import type { HistoryEntry } from "#text/journal/history-lines.ts";
import { momentHtml } from "./moment.ts";

/** A fold for what was before the first iteration was planned, and one for each; null for a history without events. */
export function timelineHtml(entries: readonly HistoryEntry[]): Html | null {
  const planned = entries.findIndex(({ line }) => line.event === "plan_created");
  const begins = planned === -1 ? entries.length : planned;
  const worked = entries.slice(begins);
  const iterations = [...new Set(worked.map(({ line }) => line.iteration))];
  const folds = [
    foldOf("The plan", entries.slice(0, begins)),
    ...iterations.map((iteration) =>
      foldOf(
        `Iteration ${iteration}`,
        worked.filter(({ line }) => line.iteration === iteration),
      ),
    ),
  ];
  return entries.length === 0 ? null : html`${folds}`;
}

function foldOf(name: string, entries: readonly HistoryEntry[]): Html {
  const table = htmlTable(name, ["when", "step", "what"], entries.map(entryRow));
  return htmlFold(`${name}: ${counted(entries.length, "event")}`, table);
}

function entryRow({ line, words }: HistoryEntry): Html {
  const what = words === "" ? line.event.replaceAll("_", " ") : words;
  return htmlRow([
    momentHtml(line.ts),
    line.step,
    line.status === "error" ? html`<span class="bad">${what}</span>` : what,
  ]);
}
