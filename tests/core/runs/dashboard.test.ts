/** The dashboard sorts runs by what they wait for, and sums what they spent. */
import { expect, it } from "vitest";
import { dashboardOf } from "#core/runs/dashboard.ts";
import { type RunSummary, runSummaryOf, type SummarizedRun } from "#core/runs/run-summary.ts";
import { waiting } from "../../builders/waiting-run.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-31T12:00:00Z");

function run(issue: number, stage: RunSummary["stage"], hours: number, more: Partial<RunSummary> = {}): SummarizedRun {
  const at = NOW - hours * HOUR;
  const summary = { ...runSummaryOf(waiting()), stage, dollars: 1, startedAt: at, updatedAt: at, ...more };
  return { issue, runId: `run-${issue}-${hours}`, at, open: true, summary };
}

const issues = (runs: readonly { readonly issue: number }[]) => runs.map(({ issue }) => issue);

it("tells apart what waits for a maintainer, what is at work, and what ended within 30 days", () => {
  const found = dashboardOf(
    [
      run(1, "awaiting_approval", 2),
      run(2, "needs_info", 5),
      run(3, "paused", 1),
      run(4, "running", 3),
      run(5, "hydrating", 4),
      run(6, "completed", 30),
      run(7, "stopped", 2),
      run(8, "failed", 720),
      run(9, "blocked", 900),
      run(10, "halted", 1),
    ],
    NOW,
  );
  expect([found.waiting, found.working, found.ended].map(issues)).toEqual([
    [9, 2, 1, 3, 10],
    [5, 4],
    [7, 6],
  ]);
  expect(found.spent).toEqual({ day: 7, month: 8 });
});

it("shows of an issue what its last run waits for, and counts the money of all", () => {
  const found = dashboardOf([run(1, "halted", 9), run(1, "completed", 3), run(2, "stopped", 2), run(2, "running", 1)], NOW);
  expect([found.waiting, found.working, found.ended].map(issues)).toEqual([[], [2], [2, 1]]);
  expect(found.spent).toEqual({ day: 4, month: 4 });
});

it("sums nothing where a cost is not known, and names the issues of runs that cannot be read", () => {
  const unread = { issue: 8, runId: "x", at: 1, open: false, summary: null };
  const found = dashboardOf([run(1, "completed", 48, { dollars: null }), run(2, "completed", 3), unread, { ...unread, runId: "y" }], NOW);
  expect(found).toMatchObject({ unknown: [8], spent: { day: 1, month: null } });
});
