/** The summary of a run: what it says, and that reading it gives it back. */
import { expect, it } from "vitest";
import { parseRunSummary, runSummaryOf } from "#core/runs/run-summary.ts";
import { aRun } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

it("says what a run spends and waits for", () => {
  const run = waiting({ spend: { calls: 2, input: 100, output: 20, cacheRead: 3, cacheWrite: 4, dollars: 0.5 } });
  expect(runSummaryOf(run)).toMatchObject({
    title: run.issue.title,
    workflow: run.plan?.workflow,
    stage: "awaiting_approval",
    pull: null,
    dollars: 0.5,
    tokens: 127,
    cap: run.plan?.limits.dollars,
    startedAt: run.startedAt,
    updatedAt: run.updatedAt,
  });
});

it("says what is known before there is a plan", () => {
  expect(runSummaryOf(aRun({ stage: "hydrating", plan: null }))).toMatchObject({ workflow: null, score: null, reason: null });
});

it("reads what it wrote, and nothing else", () => {
  const summary = runSummaryOf(waiting());
  expect(parseRunSummary(JSON.stringify(summary))).toEqual(summary);
  for (const text of ["", "{", "null", "[]", JSON.stringify({ ...summary, stage: "elsewhere" })]) expect(parseRunSummary(text)).toBeNull();
});
