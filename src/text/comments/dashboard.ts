/**
 * Writes the dashboard: the text of an issue that shows all runs of the repository. Links are relative, as an issue's
 * number would leave a mention in each of the issues. It holds no age: a text that changes only with the facts is
 * edited only then.
 */
import type { Config } from "#core/config/config.ts";
import type { Stage } from "#core/events/data/reason.ts";
import type { Dashboard, DashboardRun } from "#core/runs/dashboard.ts";
import { counted, dollars, score } from "#text/format/format.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section } from "#text/format/table.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { inline } from "#text/sanitize/quote.ts";

/** The title of the issue. */
export const DASHBOARD_TITLE = "Loopwright dashboard";
/** The label by which the issue is found. */
export const DASHBOARD_LABEL = "loop:dashboard";
/** The mark in its text: an HTML comment. */
export const DASHBOARD_MARK = "<!-- loopwright-dashboard -->";

/** Rows of each list, at first and where the text is too long. */
const ROWS = [100, 30, 10];

/** What a run waits for; each follows the title. */
const WAITS: Partial<Readonly<Record<Stage, string>>> = {
  awaiting_approval: "a plan to approve",
  needs_info: "questions to answer",
  halted: "a plan to redirect",
  paused: "a word to go on",
  blocked: "an objection to clear",
};

/** The text. `iso` turns milliseconds into an ISO date in UTC. At most what an issue may hold. */
export function dashboardText(all: Dashboard, quotas: Config["quotas"], iso: (ms: number) => string): string {
  const { waiting, working, ended, unknown } = all;
  const when = (ms: number): string => iso(ms).slice(0, 16).replace("T", " ");
  const since = (run: DashboardRun, word: string, ms: number): string => row(run, `**${word}** since ${when(ms)}`);
  const write = (most: number): string =>
    page([
      "All runs of Loopwright in this repository. Times are UTC. Close this issue, and it is edited no more.",
      section(
        `Waiting for a maintainer (${waiting.length})`,
        rows(waiting, most, (run) => since(run, WAITS[run.stage] ?? STAGE_WORDS[run.stage], run.updatedAt)) ||
          "Nothing.",
      ),
      section(
        `At work (${working.length})`,
        rows(working, most, (run) => since(run, STAGE_WORDS[run.stage], run.startedAt)) || "Nothing.",
      ),
      section("Money", list(money(all, quotas))),
      fold(
        `Ended in the last 30 days (${ended.length})`,
        rows(ended, most, (run) => endedRow(run, when)),
      ),
      unreadable(unknown),
      DASHBOARD_MARK,
    ]);
  return shortenToLimit(ROWS.map((most) => () => write(most)));
}

function rows(runs: readonly DashboardRun[], most: number, line: (run: DashboardRun) => string): string {
  const left = runs.length - most;
  return list([...runs.slice(0, most).map(line), ...(left > 0 ? [`and ${counted(left, "other")}`] : [])]);
}

function facts({ score: value, iteration, dollars: spent, cap, pull }: DashboardRun): readonly string[] {
  return [
    ...(value === null ? [] : [`score ${score(value)} after ${counted(iteration, "iteration")}`]),
    `${dollars(spent)}${cap === null ? "" : ` of at most ${dollars(cap)}`}`,
    ...(pull === null ? [] : [`[pull request](../pull/${pull})`]),
  ];
}

function row(run: DashboardRun, how: string): string {
  return [`${linkTo(run.issue)} ${inline(run.title)}: ${how}`, ...facts(run)].join("; ");
}

function linkTo(issue: number): string {
  return `[#${issue}](../issues/${issue})`;
}

function endedRow(run: DashboardRun, when: (ms: number) => string): string {
  const why = run.reason === null ? "" : `, because ${REASON_WORDS[run.reason]}`;
  return row(run, `**${STAGE_WORDS[run.stage]}** ${when(run.updatedAt)}${why}`);
}

function money({ spent }: Dashboard, { dollars_day: day, dollars_month: month }: Config["quotas"]): readonly string[] {
  const line = (what: string, value: number | null, most: number | undefined): string =>
    `${what}: ${dollars(value)}${most === undefined ? "" : ` of at most ${dollars(most)}`}`;
  return [line("Runs of the last 24 hours", spent.day, day), line("Runs of the last 30 days", spent.month, month)];
}

function unreadable(issues: readonly number[]): string {
  if (issues.length === 0) return "";
  return `Not listed, because nothing could be read of their last run: ${issues.map(linkTo).join(", ")}.`;
}
