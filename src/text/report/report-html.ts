/** Writes one run as a page: what came of it, how it got there, what it cost, and what people said. */
import type { Event } from "#core/events/event.ts";
import type { HistoryReading } from "#core/outcome/history-jsonl.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { html } from "#text/html/html.ts";
import { htmlFold, htmlPage, htmlSection } from "#text/html/html-page.ts";
import { historyEntries } from "#text/journal/history-lines.ts";
import { changeHtml } from "./change-html.ts";
import { checksHtml } from "./checks-html.ts";
import { costByRoleHtml, costHtml } from "./cost-html.ts";
import { peopleHtml, reviewsHtml } from "./people-html.ts";
import { scoresHtml } from "./scores-html.ts";
import { summaryHtml } from "./summary-html.ts";
import { tasksHtml } from "./tasks-html.ts";
import { timelineHtml } from "./timeline-html.ts";

/** What the page is made of. `broken`: why the history breaks off after these events; null where it is whole. */
export interface Reported {
  readonly events: readonly Event[];
  readonly run: Run;
  readonly broken: string | null;
}

/** The run that a history tells of, with its page; null where its events begin no run. `iso` as below. */
export function reportOf(
  history: HistoryReading,
  iso: (ms: number) => string,
): { readonly run: Run; readonly page: string } | null {
  const { events } = history;
  const run = replay(events);
  if (run === null) return null;
  return { run, page: reportHtml({ events, run, broken: history.kind === "unreadable" ? history.why : null }, iso) };
}

/** The page. `iso` turns milliseconds into an ISO date in UTC. */
export function reportHtml({ events, run, broken }: Reported, iso: (ms: number) => string): string {
  const entries = historyEntries(events, iso);
  const { title, body } = run.issue;
  return htmlPage(
    title,
    broken === null ? null : html`<p class="bad">The history breaks off after what is shown here: ${broken}</p>\n`,
    summaryHtml(run, iso),
    body.trim() === "" ? null : htmlFold("The issue", html`<pre>${body}</pre>`),
    htmlSection("Scores", scoresHtml(run)),
    htmlSection("Checks", checksHtml(run)),
    htmlSection("Tasks", tasksHtml(run)),
    htmlSection("The change", changeHtml(run)),
    htmlSection("Reviews", reviewsHtml(events, iso)),
    htmlSection("What people said", peopleHtml(events, iso)),
    htmlSection("Cost", costHtml(events, run)),
    htmlSection("Cost by role", costByRoleHtml(events)),
    htmlSection("Timeline", timelineHtml(entries)),
  );
}
