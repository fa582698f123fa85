import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { timeBudgetOf, timeUsedOf } from "#core/events/data/time-used.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import * as j from "../../../builders/journal.ts";

/** The draft as `perform` writes it down: with its time. */
function timed(draft: EventDraft, ms: number): EventDraft {
  return Object.assign({}, draft, { took: { step: "PLAN", ms } });
}

/** A run with a cap on time, of whose steps the last took `ms`. */
function after(ms: number, minutes: number | null, ...rest: readonly EventDraft[]) {
  const plan = { ...j.PLAN, limits: { ...j.PLAN.limits, minutes } };
  return j.settledRun({ kind: "run_hydrated", plan }, ...j.BEGUN.slice(1), timed(j.PLANNED, ms), ...rest);
}

it.each([
  { limits: { minutes: "30" }, problem: "expected number, received string" },
  { limits: { minutes: 0 }, problem: "limits.minutes" },
  { limits: { minutes: -5 }, problem: "limits.minutes" },
  { limits: { minutes: 1.5 }, problem: "expected int, received number" },
  { limits: { minutes: true }, problem: "expected number, received boolean" },
])("takes a positive whole number for the time budget and never makes one of $limits [S1.51]", ({ limits, problem }) => {
  const read = Config.safeParse({ limits });
  expect(read.success ? "" : z.prettifyError(read.error)).toContain(problem);
  expect(Config.parse({ limits: { minutes: 30 } }).limits.minutes).toBe(30);
  expect(Config.parse({}).limits.minutes).toBeNull();
});

it.each([
  { when: "it completed", events: ["plan_created"], ms: 1500, took: { step: "PLAN", ms: 1500 } },
  { when: "the clock went back", events: ["plan_created"], ms: -3, took: { step: "PLAN", ms: 0 } },
  { when: "an audit was written down with it", events: ["audit_done", "plan_created"], ms: 7, took: { step: "PLAN", ms: 7 } },
  { when: "it was interrupted", events: ["step_interrupted"], ms: 1500, took: undefined },
  { when: "it was interrupted after an audit", events: ["audit_done", "step_interrupted"], ms: 1500, took: undefined },
  { when: "it failed", events: ["phase_error"], ms: 1500, took: undefined },
  { when: "its budget was refused", events: ["budget_refused"], ms: 1500, took: undefined },
])("counts a step when $when [S1.51]", ({ events, ms, took }) => {
  expect(
    timeUsedOf(
      "PLAN",
      ms,
      events.map((kind) => ({ kind })),
    ).took,
  ).toEqual(took);
});

it("does not count the telling of a thing, nor what came before the approval [S1.51]", () => {
  expect(timeUsedOf("SETTLE", 900, [{ kind: "settled" }])).toEqual({});
  expect(j.runOf(timed(j.HYDRATED, 900_000)).worked).toEqual({ ms: 0, last: null });
});

it.each([
  { ms: 59_999, minutes: 1, reason: null },
  { ms: 60_000, minutes: 1, reason: "budget_exceeded" },
  { ms: 61_000, minutes: 1, reason: "budget_exceeded" },
  { ms: 9_000_000, minutes: null, reason: null },
])("stops at the step boundary after $ms ms of at most $minutes min for $reason [S1.51, S1.46, C1.04]", ({ ms, minutes, reason }) => {
  expect(after(ms, minutes).ending).toBe(reason);
});

it("says what was counted, the cap, the overshoot and the last completed step [S1.51]", () => {
  const interrupted = after(72_400, 1, { kind: "step_interrupted", step: "PRODUCE_PREPARE" });
  expect(timeBudgetOf(interrupted.worked, { minutes: 1 })).toEqual({
    countedSeconds: 72,
    capSeconds: 60,
    overshootSeconds: 12,
    lastCompletedStep: "PLAN",
  });
  expect(timeBudgetOf(j.runOf().worked, { minutes: null })).toEqual({
    countedSeconds: 0,
    capSeconds: null,
    overshootSeconds: 0,
    lastCompletedStep: null,
  });
  expect(runJsonOf(interrupted, (ms) => new Date(ms).toISOString())).toMatchObject({
    time: { counted_seconds: 72, cap_seconds: 60, overshoot_seconds: 12, last_completed_step: "PLAN" },
  });
});

it("adds up completed steps, whatever their order, and never less than before [S1.51]", () => {
  const begun = j.settledRun(...j.BEGUN);
  const steps = fc.array(fc.record({ ms: fc.integer({ min: -1000, max: 100_000 }), done: fc.boolean() }), { maxLength: 30 });
  void fc.assert(
    fc.property(steps, (taken) => {
      const drafts = taken.map(({ ms, done }): EventDraft => {
        const draft: EventDraft = done ? j.PLANNED : { kind: "step_interrupted", step: "PLAN" };
        return Object.assign({}, draft, timeUsedOf("PLAN", ms, [draft]));
      });
      const counted = taken.reduce((sum, { ms, done }) => sum + (done ? Math.max(0, ms) : 0), 0);
      expect(drafts.reduce((run, draft) => evolve(run, { ...draft, at: 0 } as Event), begun).worked.ms).toBe(counted);
    }),
    { numRuns: 200, seed: 1 },
  );
});
