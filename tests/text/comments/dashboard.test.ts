/** The text of the dashboard. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { dashboardOf } from "#core/runs/dashboard.ts";
import { type RunSummary, runSummaryOf, type SummarizedRun } from "#core/runs/run-summary.ts";
import { dashboardText } from "#text/comments/dashboard.ts";
import { waiting } from "../../builders/waiting-run.ts";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const QUOTAS = Config.parse({ quotas: { dollars_month: 50 } }).quotas;
const iso = (ms: number) => new Date(ms).toISOString();

function run(issue: number, stage: RunSummary["stage"], more: Partial<RunSummary> = {}): SummarizedRun {
  const at = NOW - issue * 3_600_000;
  const base = { ...runSummaryOf(waiting()), cap: null, reason: null, score: null, iteration: 0, dollars: 0.42 };
  return { issue, runId: `run-${issue}`, at, open: true, summary: { ...base, stage, startedAt: at, updatedAt: at, ...more } };
}

const text = (...runs: readonly SummarizedRun[]): string => dashboardText(dashboardOf(runs, NOW), QUOTAS, iso);

it("says what waits, what is at work, what ended, and what was spent", () => {
  const unread = { issue: 12, runId: "x", at: 1, open: false, summary: null };
  expect(
    text(
      run(3, "awaiting_approval", { cap: 2, title: "Drop <b>accents</b> @everybody" }),
      run(4, "running", { score: 0.861, iteration: 2 }),
      run(5, "completed", { reason: "threshold_reached", score: 1, iteration: 1, pull: 9 }),
      run(6, "stopped", { reason: "user_stop", dollars: 1 }),
      unread,
    ),
  ).toMatchInlineSnapshot(`
    "All runs of Loopwright in this repository. Times are UTC. Close this issue, and it is edited no more.

    ### Waiting for a maintainer (1)

    - [#3](../issues/3) Drop &#x3c;b&#x3e;accents&#x3c;/b&#x3e; @<!-- -->everybody: **a plan to approve** since 2026-01-31 09:00; $0.42 of at most $2.00

    ### At work (1)

    - [#4](../issues/4) Slugs lose accented letters: **Running** since 2026-01-31 08:00; score 0.86 after 2 iterations; $0.42

    ### Money

    - Runs of the last 24 hours: $2.26
    - Runs of the last 30 days: $2.26 of at most $50.00

    <details>
    <summary>Ended in the last 30 days (2)</summary>

    - [#5](../issues/5) Slugs lose accented letters: **Completed** 2026-01-31 07:00, because the score reached the threshold; score 1.00 after 1 iteration; $0.42; [pull request](../pull/9)
    - [#6](../issues/6) Slugs lose accented letters: **Stopped** 2026-01-31 06:00, because somebody asked for it; $1.00

    </details>

    Not listed, because nothing could be read of their last run: [#12](../issues/12).

    <!-- loopwright-dashboard -->
    "
  `);
});

it("says that there is nothing", () => {
  expect(text()).toContain("### Waiting for a maintainer (0)\n\nNothing.\n\n### At work (0)\n\nNothing.");
  expect(text()).not.toContain("Ended");
});

it("is the same until something happens", () => {
  const runs = [run(3, "awaiting_approval"), run(4, "running")];
  expect(dashboardText(dashboardOf(runs, NOW + 7_000_000), QUOTAS, iso)).toBe(text(...runs));
});

it("holds as many runs as an issue can", () => {
  const many = Array.from({ length: 400 }, (_, index) => run(index + 1, "running", { title: "long ".repeat(60) }));
  const shown = text(...many);
  expect(shown.length).toBeLessThanOrEqual(65_536);
  expect(shown).toMatch(/and \d+ others/);
});
