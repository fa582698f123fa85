/** Sorts the runs of a repository for its dashboard: by what they wait for, and what ended in the last 30 days. */
import type { Stage } from "#core/events/data/reason.ts";
import { awaitsMaintainer, isResting } from "#core/run/resting-stages.ts";
import { DAY } from "#core/values/time.ts";
import { MONTH } from "./money-quota.ts";
import type { RunSummary, SummarizedRun } from "./run-summary.ts";

/** A run as the dashboard shows it. */
export interface DashboardRun extends RunSummary {
  readonly issue: number;
}

/**
 * `waiting`: for a maintainer, the longest wait first; `working`: the oldest first; `ended`: within 30 days, the last
 * first; `unknown`: issues with a run of which nothing could be read. `spent`: dollars of the runs whose last event is
 * within 24 hours, and within 30 days; null where the cost of one of them is not known.
 */
export interface Dashboard {
  readonly waiting: readonly DashboardRun[];
  readonly working: readonly DashboardRun[];
  readonly ended: readonly DashboardRun[];
  readonly unknown: readonly number[];
  readonly spent: { readonly day: number | null; readonly month: number | null };
}

/** The dashboard at a time in milliseconds. Of an issue with several runs the last one may wait; all count as spent. */
export function dashboardOf(runs: readonly SummarizedRun[], now: number): Dashboard {
  const known = runs.flatMap(({ issue, summary }) => (summary === null ? [] : [{ ...summary, issue }]));
  const last = known.filter((run) => !known.some((other) => other.issue === run.issue && isLater(other, run)));
  const waiting = last.filter(({ stage }) => awaitsSomebody(stage)).sort((a, b) => a.updatedAt - b.updatedAt);
  const working = last.filter(({ stage }) => !isResting(stage)).sort((a, b) => a.startedAt - b.startedAt);
  const month = known.filter(({ updatedAt }) => now - updatedAt < MONTH);
  const ended = month.filter((run) => isEnd(run.stage)).sort((a, b) => b.updatedAt - a.updatedAt);
  return {
    waiting,
    working,
    ended,
    unknown: [...new Set(runs.flatMap(({ issue, summary }) => (summary === null ? [issue] : [])))],
    spent: { day: sumOf(month.filter(({ updatedAt }) => now - updatedAt < DAY)), month: sumOf(month) },
  };
}

function isLater(a: DashboardRun, b: DashboardRun): boolean {
  return a.startedAt > b.startedAt;
}

/** A pull request waits too, but on GitHub's own list of them. */
function awaitsSomebody(stage: Stage): boolean {
  return awaitsMaintainer(stage) || stage === "awaiting_approval" || stage === "paused";
}

function isEnd(stage: Stage): boolean {
  return isResting(stage) && !awaitsSomebody(stage);
}

function sumOf(runs: readonly DashboardRun[]): number | null {
  return runs.reduce<number | null>((sum, { dollars }) => (sum === null || dollars === null ? null : sum + dollars), 0);
}
