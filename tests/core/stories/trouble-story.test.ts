/** A run that does not go straight on: it is stopped, blocked or refused, fails, asks, or does a step again. */
import { expect, it } from "vitest";
import { next } from "#core/decide/next.ts";
import type { EventDraft } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import * as j from "../../builders/journal.ts";
import { A_PASSED, C1, command, FIRST, T1 } from "./loop-events.ts";

it("stops at once when somebody says so, reflects without a model, and goes on after a resume [S1.03, S1.60, C1.03, S2.06]", () => {
  const stopped = j.settledRun(...FIRST, { kind: "step_interrupted", step: "EVALUATE" }, j.STOP);
  expect(resultJsonOf(stopped)).toMatchObject({ stage: "stopped", stopReason: "user_stop", head: null });
  expect(stopped.reflection?.rootCause).toBe("not assessed (user_stop)");
  const resumed = evolve(stopped, { kind: "resumed", by: "ana", at: 99_000 });
  expect([next(resumed).kind, resumed.revived, resumed.reflection]).toEqual(["consume", 0, null]);
});

it("asks a model for the reflection of a run that ended by its limits, and does without when it cannot answer twice [X.07, S1.46, S0.55]", () => {
  const plan = { ...j.PLAN, limits: { ...j.PLAN.limits, iterations: 1 } };
  const limited: readonly EventDraft[] = [
    { kind: "run_hydrated", plan },
    ...FIRST.slice(1),
    j.evaluated(T1, "A", ["a.correctness.logic"]),
    j.kept(C1),
  ];
  expect(command(...limited)).toEqual({ kind: "reflect", stage: "stopped", reason: "iteration_limit" });
  const down: EventDraft = { kind: "phase_error", step: "REFLECT", message: "down", retryable: true };
  expect(command(...limited, down)).toEqual({ kind: "reflect", stage: "stopped", reason: "iteration_limit" });
  const without = j.settledRun(...limited, down, down);
  expect(resultJsonOf(without)).toMatchObject({ stage: "stopped", stopReason: "iteration_limit" });
  expect(without.reflection).toMatchObject({ outcome: "Partial", rootCause: "not assessed (iteration_limit)" });
});

it("blocks at an audit that does not say OK, before anything else is done [S0.07]", () => {
  const run = j.settledRun(...j.BEGUN, j.PLANNED, j.audited("BLOCK"), ...j.made(T1));
  expect(resultJsonOf(run)).toMatchObject({ stage: "blocked", stopReason: "audit_block" });
  const wellAudited = j.settledRun(...j.BEGUN, j.PLANNED, j.audited("OK"), ...j.made(T1));
  expect([j.settledRun(...j.BEGUN, j.PLANNED).stage, wellAudited.stage]).toEqual(["running", "running"]);
});

it("retries a step once, then fails [S1.58, X.07, U.06, 6.9 #6]", () => {
  const error: EventDraft = { kind: "phase_error", step: "PLAN", message: "no JSON", retryable: true };
  expect(command(...j.BEGUN, error).kind).toBe("plan");
  expect(j.settledRun(...j.BEGUN, error, error).stage).toBe("failed");
  expect(j.settledRun(...j.BEGUN, error, j.PLANNED, { ...error, step: "PRODUCE_PREPARE" }).stage).toBe("running");
});

it("refuses by its budget, and the work so far stays [X.06]", () => {
  expect(resultJsonOf(j.settledRun(...A_PASSED, { kind: "budget_refused", message: "cap" }))).toMatchObject({
    stage: "stopped",
    stopReason: "budget_exceeded",
    head: C1,
  });
});

it("asks questions in one comment and waits [S0.16, X.05]", () => {
  const run = j.settledRun({ kind: "info_requested", questions: [{ question: "Which?", default: null }] });
  expect([run.stage, run.questions, next(run)]).toEqual([
    "needs_info",
    [{ question: "Which?", default: null }],
    { kind: "stop", stage: "needs_info", reason: "questions" },
  ]);
});

it("comes to the end of a step that fails again and again, whatever audits say in between [S1.58, X.07]", () => {
  const error: EventDraft = { kind: "phase_error", step: "PRODUCE_PREPARE", message: "no JSON", retryable: true };
  const begun = [...j.BEGUN, j.PLANNED];
  expect(j.settledRun(...begun, j.audited("OK"), error, j.audited("OK"), error)).toMatchObject({ stage: "failed", ending: "phase_error" });
  const audit: EventDraft = { ...error, step: "AUDIT" };
  expect(j.settledRun(...begun, audit, j.audited("OK")).errorState).toBeNull();
});

it("does again what was interrupted, and skips nothing: PRODUCE and PREPARE both [S1.60]", () => {
  const interrupted: EventDraft = { kind: "step_interrupted", step: "PRODUCE_PREPARE" };
  const resumed = [...j.BEGUN, j.PLANNED, interrupted, j.STOP, { kind: "resumed", by: "ana" } as const, j.CONSUMED];
  expect(command(...resumed).kind).toBe("produce");
  expect(command(...resumed, ...j.made(T1)).kind).toBe("prepare");
  expect(command(...resumed, ...j.made(T1), j.PREPARED).kind).toBe("evaluate");
});
