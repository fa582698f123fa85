/** A run from the issue to the pull request: each step follows from the events before it. */
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { next } from "#core/decide/next.ts";
import type { EventDraft } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { evaluate } from "#core/rules/score.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import { isOver } from "#core/run/resting-stages.ts";
import { branchOf, planOf } from "#core/run/run-facts.ts";
import { isLawful, stageAfter } from "#core/run/stage.ts";
import * as j from "../../builders/journal.ts";
import { A_PASSED, B_PASSED, C1, C2, command, FIRST, T1, T2 } from "./loop-events.ts";

it("walks from the issue to the pull request [C0.09, M4.05, S4.27, C4.06, C4.07]", () => {
  const walk: readonly EventDraft[] = [...B_PASSED, j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED, j.PUBLISHED];
  const seen = walk
    .map((_, index) => next(j.settledRun(...walk.slice(0, index))))
    .map((step) => (step.kind === "stop" ? `${step.kind}:${step.stage}` : step.kind));
  expect(seen).toEqual([
    "hydrate",
    "review",
    "stop:awaiting_approval",
    "consume",
    "setup",
    "score_base",
    "plan",
    "produce",
    "produce",
    "prepare",
    "evaluate",
    "keep",
    "prepare",
    "evaluate",
    "audit",
    "verify",
    "reflect",
    "publish",
  ]);
  const done = j.settledRun(...walk);
  expect(resultJsonOf(done)).toMatchObject({
    stage: "completed",
    stopReason: "threshold_reached",
    score: 1,
    level: "B",
    pr: 7,
    head: C1,
    iteration: 1,
    distance: null,
  });
  expect(next(done)).toEqual({ kind: "stop", stage: "completed", reason: "threshold_reached" });
});

it("evaluates level B on the tree that passed A, in the same iteration, with checks prepared anew and nothing produced [S1.44, S1.19, C1.06, 6.9 #2, U.02]", () => {
  const run = j.settledRun(...A_PASSED);
  expect(run.progress).toMatchObject({ level: "B", iteration: 1, tree: T1, step: "PREPARE", lastScore: null });
  expect(command(...A_PASSED, j.PREPARED).kind).toBe("evaluate");
});

it("criticises and refines what failed, then plans the next iteration [S1.20, S1.44, C4.09, C2.07]", () => {
  const failed = [...FIRST, j.evaluated(T1, "A", ["a.correctness.logic"]), j.kept(C1)];
  expect(command(...failed).kind).toBe("critique");
  expect(command(...failed, j.CRITIQUED).kind).toBe("refine");
  const advanced = j.settledRun(...failed, j.CRITIQUED, j.refined(T2, T1));
  expect(advanced.progress).toMatchObject({ iteration: 2, step: "PLAN", tree: T2, bRefines: 0 });
});

it("keeps the best tree and starts again from it when an iteration is worse", () => {
  const worse = [
    ...FIRST,
    j.evaluated(T1, "A", ["a.correctness.logic"]),
    j.kept(C1),
    j.CRITIQUED,
    j.refined(T2, T1),
    j.PLANNED,
    ...j.made(T2),
    j.PREPARED,
  ];
  const run = j.settledRun(...worse, j.evaluated(T2, "A", ["a.correctness.logic", "a.completeness.types"]));
  expect(run.progress).toMatchObject({ tree: T1, best: { iteration: 1 }, head: { commit: C1, tree: T1 } });
  expect(run.progress.rows.map(({ kept }) => kept)).toEqual([true, false]);
  expect(next(run).kind).toBe("critique");
});

it("counts refinements at level B, and stops there with warnings only after one [C1.02, S1.50, 6.9 #3]", () => {
  const warned = [...A_PASSED, j.PREPARED, j.evaluated(T1, "B", ["b.style.conventions", "a.completeness.types"])];
  expect(command(...warned).kind).toBe("critique");
  const again = [
    ...warned,
    j.CRITIQUED,
    j.refined(T2, T1),
    j.PLANNED,
    ...j.made(T2),
    j.PREPARED,
    j.evaluated(T2, "B", ["b.style.conventions", "a.completeness.types"]),
    j.kept(C2, C1),
  ];
  const run = j.settledRun(...again);
  expect([run.stage, run.passedBy, run.progress.bRefines]).toEqual(["verifying", "no_major_issues", 1]);
});

it("asks for a keep when a crash came between the evaluation and the commit", () => {
  const [evaluation] = j.timed([j.evaluated(T1, "A", ["a.correctness.logic"])], 90);
  if (evaluation === undefined) throw new Error("one event");
  const run = evolve(j.settledRun(...FIRST), evaluation);
  expect(needsKeeping(run)).toBe(true);
  expect(next(run)).toEqual({ kind: "keep", tree: T1 });
});

it("goes back for another approval when no fail rule is red on the base [S0.23]", () => {
  const green: EventDraft = {
    kind: "base_scored",
    results: [{ id: "a.correctness.logic", verdict: "pass", details: "", evidence: [] }],
    tests: null,
  };
  const run = j.settledRun(...j.BEGUN.slice(0, -1), green);
  expect(next(run)).toEqual({ kind: "stop", stage: "awaiting_approval", reason: "base_already_green" });
  const minor: EventDraft = { kind: "run_hydrated", plan: { ...j.PLAN, workflow: "minor-edit" } };
  expect(next(j.settledRun(minor, ...j.BEGUN.slice(1, -1), green)).kind).toBe("plan");
});

it("revises a plan twice, then halts [S0.28, S0.30, C0.05, C0.06, C0.09, M4.05, S4.27, X.04, U.14, 6.9 #14]", () => {
  const revise: EventDraft = { kind: "plan_reviewed", review: { verdict: "REVISE", findings: [] } };
  const twice = [j.HYDRATED, revise, j.HYDRATED, revise, j.HYDRATED];
  expect(j.settledRun(...twice).revisions).toBe(2);
  expect([j.settledRun(j.HYDRATED, revise).stage, command(j.HYDRATED, revise).kind]).toEqual(["hydrating", "hydrate"]);
  expect(j.settledRun(...twice, j.PROCEED).stage).toBe("awaiting_approval");
  expect(resultJsonOf(j.settledRun(...twice, revise))).toMatchObject({ stage: "halted", stopReason: "critic_halt" });
  expect(j.settledRun(j.HYDRATED, { kind: "plan_reviewed", review: { verdict: "HALT", findings: [] } }).stage).toBe("halted");
});

it("records a rejected approval and still waits", () => {
  expect(j.settledRun(j.HYDRATED, j.PROCEED, { kind: "approval_rejected", by: "eve", reasons: ["no write access"] }).stage).toBe(
    "awaiting_approval",
  );
});

it("ignores an event that has no place in the stage, but for the count and the cost", () => {
  const before = j.settledRun(j.HYDRATED, j.PROCEED);
  const after = evolve(before, { ...j.PUBLISHED, at: 1, spend: { ...before.spend, input: 5 } } as never);
  expect(after).toEqual({ ...before, rev: before.rev + 1, spend: { ...before.spend, input: 5 } });
  expect(isLawful("awaiting_approval", { ...j.HYDRATED, at: 0 } as never)).toBe(false);
  expect(stageAfter("completed", { ...j.STOP, at: 0 } as never)).toBe("completed");
});

it("keeps nothing and discards nothing where there is no best", () => {
  const begun = j.settledRun(...j.BEGUN);
  expect(j.settledRun(...j.BEGUN, j.kept(C1)).progress).toEqual(begun.progress);
  expect(j.settledRun(...j.BEGUN, { kind: "iteration_discarded", tree: T1 }).progress).toEqual({
    ...begun.progress,
    tree: j.PLAN.base.tree,
  });
});

it("completes by its threshold where nothing else is recorded", () => {
  const verified = { ...j.settledRun(...B_PASSED, j.audited("OK"), j.qa("VERIFIED")), passedBy: null };
  expect(next(verified)).toEqual({ kind: "reflect", stage: "completed", reason: "threshold_reached" });
  const published = {
    ...j.settledRun(...B_PASSED, j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED),
    passedBy: null,
    published: { number: 7, url: null, branch: "loop/split", head: C1 },
  };
  expect(conclude(published, { at: 1, key: "aa" })).toEqual([{ kind: "completed", reason: "threshold_reached", key: "aa", at: 1 }]);
});

/** True for null, nothing, zero, and what holds nothing else. A part that is not there at all is not empty. */
function isEmpty(value: unknown): boolean {
  if (typeof value === "object") return Object.values(value ?? {}).every(isEmpty);
  return value === 0 || value === false || value === "";
}

it("begins with one record, stamped with its start, where every later part is still empty [S0.03]", () => {
  const event = { ...j.startedAt(7), at: 5 };
  const run = replay([event]);
  const filled = Object.entries(run ?? {}).flatMap(([name, value]) => (isEmpty(value) ? [] : [name]));
  expect(filled).toEqual([
    ...["rev", "runId", "alias", "issue", "base", "config", "stage", "progress"],
    ...["askedAt", "startedAt", "updatedAt"],
  ]);
  expect(run).toMatchObject({ rev: 1, startedAt: event.at, updatedAt: event.at, askedAt: event.at });
});

it("knows no run without a beginning, and no plan before there is one [S0.03]", () => {
  expect([replay([]), replay(j.timed([j.HYDRATED]))]).toEqual([null, null]);
  expect(() => planOf(j.runOf())).toThrow("bug: run split-20260101-000000 has no plan in stage hydrating");
});

it("names the branch by the issue's number where it has one", () => {
  expect([branchOf({ alias: "split", issue: j.PLAN.issue }), branchOf({ alias: "split", issue: { ...j.PLAN.issue, number: 7 } })]).toEqual([
    "loop/split",
    "loop/7-split",
  ]);
  expect([isOver("awaiting_approval"), isOver("halted")]).toEqual([false, true]);
});

it("says nothing more once all is concluded", () => {
  const run = j.settledRun(...B_PASSED, j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED, j.PUBLISHED);
  expect(conclude(run, { at: 1, key: null })).toEqual([]);
});

it("never keeps work that tampers with the tests: not even a first result, whatever it scores", () => {
  const guard = normaliseRule({
    id: "a.integrity.tests",
    description: "d",
    severity: "fail",
    weight: 0,
    check: { kind: "test_integrity" },
  });
  const plan = { ...j.PLAN, rules: [...j.PLAN.rules, guard] };
  const begun: readonly EventDraft[] = [{ kind: "run_hydrated", plan }, ...j.BEGUN.slice(1), j.PLANNED, ...j.made(T1), j.PREPARED];
  const results = [...j.evaluationOf(T1, "A").results, { id: guard.id, verdict: "fail" as const, details: "", evidence: [] }];
  const run = j.settledRun(...begun, { kind: "evaluation_done", evaluation: evaluate(T1, "A", results, plan) });
  expect(run.progress).toMatchObject({ tree: j.PLAN.base.tree, best: null, head: { commit: j.PLAN.base.commit } });
  expect([run.progress.rows[0]?.kept, needsKeeping(run), next(run).kind]).toEqual([false, false, "critique"]);
  expect(conclude(run, { at: 1, key: null })).toEqual([]);
});

it("has nothing to discard where the work is the base itself, or the best tree got worse by itself", () => {
  const guard = normaliseRule({
    id: "a.integrity.tests",
    description: "d",
    severity: "fail",
    weight: 0,
    check: { kind: "test_integrity" },
  });
  const plan = { ...j.PLAN, rules: [...j.PLAN.rules, guard] };
  const base = j.PLAN.base.tree;
  const results = [...j.evaluationOf(base, "A").results, { id: guard.id, verdict: "fail" as const, details: "", evidence: [] }];
  const untouched = [{ kind: "run_hydrated" as const, plan }, ...j.BEGUN.slice(1), j.PLANNED, ...j.made(base), j.PREPARED];
  const run = j.settledRun(...untouched, { kind: "evaluation_done", evaluation: evaluate(base, "A", results, plan) });
  expect(run.progress).toMatchObject({ tree: base, best: null, step: "DECIDE" });
  const failed = [
    ...FIRST,
    j.evaluated(T1, "A", ["a.correctness.logic"]),
    j.kept(C1),
    j.CRITIQUED,
    j.refined(T1, T1),
    j.PLANNED,
    ...j.made(T1),
    j.PREPARED,
  ];
  const flaky = j.settledRun(...failed, j.evaluated(T1, "A", ["a.correctness.logic", "a.completeness.types"]));
  expect(flaky.progress).toMatchObject({ tree: T1, best: { iteration: 1 } });
});

it("weighs an evaluation also where the plan is lost", () => {
  const [event] = j.timed([j.evaluated(T1, "A")], 90);
  const run = { ...j.settledRun(...FIRST), plan: null };
  expect(event === undefined ? null : evolve(run, event).progress.rows.length).toBe(1);
});
