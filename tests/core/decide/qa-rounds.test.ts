/** A run that QA looks at: the rounds that it has, what a fix is worth, and what comes too late to stop it. */
import { expect, it } from "vitest";
import { obstacleToResume } from "#core/commands/resume.ts";
import { conclude } from "#core/conclude.ts";
import { endingOf } from "#core/decide/ending.ts";
import { next } from "#core/decide/next.ts";
import { stopRuleOf } from "#core/decide/stop.ts";
import type { EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import * as j from "../../builders/journal.ts";

const T1 = j.sha("1");

const VERIFYING: readonly EventDraft[] = [
  ...j.BEGUN,
  j.PLANNED,
  ...j.made(T1),
  j.PREPARED,
  j.evaluated(T1, "A"),
  j.kept(j.sha("c")),
  j.PREPARED,
  j.evaluated(T1, "B"),
  j.audited("OK"),
];

it("gives QA two rounds, then stops for qa_issues (C0.07) [6.9 #15, U.15]", () => {
  const first = j.settledRun(...VERIFYING, j.qa("ISSUES"));
  expect([first.stage, first.progress.iteration, next(first).kind]).toEqual(["running", 2, "consume"]);
  const again = j.settledRun(
    ...VERIFYING,
    j.qa("ISSUES"),
    j.CONSUMED,
    j.PLANNED,
    ...j.made(j.sha("2")),
    j.PREPARED,
    j.evaluated(j.sha("2"), "B"),
    j.kept(j.sha("d"), j.sha("c")),
    j.audited("OK"),
    j.qa("ISSUES"),
  );
  expect(endingOf(again)).toMatchObject({ reason: "qa_issues", stage: "stopped" });
  expect(
    stopRuleOf({
      ...j.settledRun(...VERIFYING),
      qa: { rounds: 1, last: { verdict: "ISSUES", issues: [] }, head: "", rejected: null },
      stage: "verifying",
      progress: { ...first.progress, iteration: 4 },
    })?.reason,
  ).toBe("qa_issues");
});

it("ends in the first round of QA over a base that conflicts with the work, and is not resumed [GIT-13]", () => {
  const run = j.settledRun(...VERIFYING, { ...j.qa("ISSUES"), conflicts: true } as EventDraft, j.REFLECTED);
  expect([run.stage, run.ending, run.qa?.rounds]).toEqual(["stopped", "base_conflicts", 1]);
  expect(obstacleToResume(run)).toContain("conflicts with the base");
});

it("shows no head to QA twice: a fix that changed nothing ends with qa_issues", () => {
  const again = [...VERIFYING, j.qa("ISSUES"), j.CONSUMED, j.PLANNED, ...j.made(T1), j.PREPARED, j.evaluated(T1, "B")];
  const run = j.settledRun(...again.map((draft) => (draft.kind === "qa_done" ? { ...draft, head: j.sha("c") } : draft)));
  expect(endingOf(run)).toMatchObject({ stage: "stopped", reason: "qa_issues" });
});

it("takes any passing fix for better than what QA rejected, whatever its score", () => {
  const T2 = j.sha("2");
  const issues = { ...j.qa("ISSUES"), head: j.sha("c") } as EventDraft;
  const run = j.settledRun(
    ...VERIFYING,
    issues,
    j.CONSUMED,
    j.PLANNED,
    ...j.made(T2),
    j.PREPARED,
    j.evaluated(T2, "B", ["a.completeness.types"]),
    j.kept(j.sha("d"), j.sha("c")),
  );
  expect(run.progress.rows.at(-1)).toMatchObject({ passed: false, kept: false });
  const better = { ...j.PLAN, thresholds: { A: 0.5, B: 0.5 } };
  const hydrated: EventDraft = { kind: "run_hydrated", plan: better };
  const evaluation = { ...j.evaluationOf(T2, "B", ["a.completeness.types"]), passed: true };
  const fixed = j.settledRun(hydrated, ...VERIFYING.slice(1), issues, j.CONSUMED, j.PLANNED, ...j.made(T2), j.PREPARED, {
    kind: "evaluation_done",
    evaluation,
  });
  expect(fixed.progress.rows.at(-1)).toMatchObject({ passed: true, kept: true });
});

it("does not take back what is published: a stop that comes too late completes the run", () => {
  const run = j.settledRun(...VERIFYING, j.qa("VERIFIED"), j.REFLECTED, { ...j.PUBLISHED });
  expect(run.stage).toBe("completed");
  const raced = evolve({ ...j.settledRun(...VERIFYING, j.qa("VERIFIED"), j.REFLECTED), stopRequest: { by: "ana", note: "" } }, {
    ...j.PUBLISHED,
    at: 9,
  } as never);
  expect(conclude(raced, { at: 9, key: null }).map(({ kind }) => kind)).toEqual(["completed"]);
});
