import { expect, it } from "vitest";
import { type EventDraft, withTime } from "#core/events/event.ts";
import { insightsOf } from "#core/outcome/insights.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { audited, made, qa, sha } from "../../builders/journal.ts";
import { anEvaluation, aRun } from "../../builders/run.ts";

it("says nothing of a run that is not over [S0.60]", () => {
  expect(insightsOf(aRun())).toBeNull();
  expect(runJsonOf(aRun(), (ms) => new Date(ms).toISOString())).toMatchObject({ insights: null, roles: {} });
});

it("sums up a run that ended well [S0.60]", () => {
  const roles = { hydrator: { count: 1, at: 1, result: "plan" }, worker: { count: 2, at: 2, result: "1 files" } };
  expect(insightsOf(aFinishedRun({ roles }))).toMatchObject({
    summary: "Slugs lose accented letters: completed (no_major_issues)",
    outcome: "Success",
    accomplishments: ["score 0.86 at level B after 2 iteration(s); work is on the branch"],
    proposed_changes: [],
    workflows_used: ["tdd"],
    subagents_invoked: ["hydrator", "worker"],
    subagent_count: 3,
    audit_blocks: 0,
    stop_reason: "no_major_issues",
    critic_verdict: "PROCEED",
  });
});

it("names what went against the grain [S0.60]", () => {
  const run = aRun({
    stage: "failed",
    ending: "phase_error",
    objections: 1,
    errorState: { step: "PLAN", count: 2, message: "x".repeat(400), retryable: true },
    setup: { ok: false, details: "no npm" },
    gaveUp: { reason: "worker_lost", message: "the machine is gone" },
    budgetRefused: "too dear",
    progress: { evaluation: anEvaluation({ "a.correctness.acceptance": "fail" }) },
    qa: {
      rounds: 1,
      head: "",
      rejected: null,
      last: { verdict: "ISSUES", issues: [{ dimension: "process", severity: "major", problem: "p", fix: "f" }] },
    },
  });
  const insights = insightsOf(run);
  expect(insights?.friction_points).toEqual([
    `PLAN: ${"x".repeat(294)}`,
    "SETUP: no npm",
    "the machine is gone",
    "too dear",
    "a.correctness.acceptance",
    "p",
  ]);
  expect(insights).toMatchObject({ outcome: "not assessed", accomplishments: [], audit_blocks: 1 });
});

it("knows a run that ended before it had a plan [S0.60]", () => {
  const run = aRun({ stage: "stopped", ending: null, plan: null, review: null });
  expect(insightsOf(run)).toMatchObject({ workflows_used: [], critic_verdict: null, acceptance_criteria_count: 0, stop_reason: "" });
});

it("keeps each role's last word and how often it had one [S0.58, C0.15]", () => {
  const [worked] = made(sha("1"));
  const skipped = { ...worked, skipped: true } as EventDraft;
  const events = [withTime(skipped, 3), withTime(audited("OK"), 5), withTime(audited("BLOCK"), 7), withTime(qa("VERIFIED"), 9)];
  const run = events.reduce(evolve, aRun());
  expect(run.roles).toMatchObject({
    auditor: { count: 2, at: 7, result: "BLOCK" },
    "qa-verifier": { count: 1, at: 9, result: "VERIFIED" },
  });
  expect(run.roles).not.toHaveProperty("worker");
  expect(run.objections).toBe(1);
});
