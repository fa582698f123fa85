/** Who may write what counts: until when a worker holds a run, what a stale one's words are worth, and who takes over (S5, J2, CR-05, CR-15). */
import { expect, it } from "vitest";
import {
  handOnIfDue,
  LEASE_MS,
  leasedUntil,
  MAX_REPLACEMENTS,
  renewalOf,
  SHORTEST_JOB,
  workerLossOf,
  workflowRunOf,
} from "#core/approval/lease.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { conclude } from "#core/conclude.ts";
import { next } from "#core/decide/next.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { tokensOf } from "#core/values/usage.ts";
import * as j from "../../builders/journal.ts";
import { sha } from "../../builders/run.ts";

const MINUTE = 60_000;
const at = (run: Run, draft: EventDraft, epoch?: number): Run =>
  evolve(run, { ...draft, at: run.updatedAt + 1, ...(epoch === undefined ? {} : { epoch }) } as Event);
const HELD: EventDraft = { kind: "consumed", handover: "c".repeat(64), keyHash: "a".repeat(64), worker: "901", until: 1_000_000 };
const REPLACED: EventDraft = { kind: "worker_replaced", worker: "901", why: "gone" };
const LOSS = { worker: "901", how: "ended (failure)" };

/** At work, held by the workflow run 901 until 1,000,000. */
const AT_WORK = at(j.settledRun(j.STARTED, j.HYDRATED, j.PROCEED, j.APPROVED), HELD);

it.each([
  { left: LEASE_MS, due: false },
  { left: 6 * MINUTE + 1, due: false },
  { left: 6 * MINUTE, due: true },
  { left: -MINUTE, due: true },
])("a worker says again that it holds the run once four of its ten minutes are over ($left ms left)", ({ left, due }) => {
  const now = 1_000_000 - left;
  expect(renewalOf(AT_WORK, now)).toEqual(due ? { kind: "lease_renewed", until: now + LEASE_MS } : null);
});

it("what it says again holds, and nothing is held once it lets go, is verified, or off GitHub", () => {
  expect(leasedUntil(at(AT_WORK, { kind: "lease_renewed", until: 2_000_000 }))).toBe(2_000_000);
  expect(leasedUntil(at(AT_WORK, REPLACED))).toBe(null);
  expect(leasedUntil(at(AT_WORK, { kind: "loop_passed", reason: "threshold_reached", key: null }))).toBe(null);
  const local = at(j.settledRun(j.STARTED, j.HYDRATED, j.PROCEED, j.APPROVED), j.CONSUMED);
  expect([leasedUntil(local), renewalOf(local, 9e12)]).toEqual([null, null]);
});

it("each taking up and each letting go begins an epoch, and nothing else does", () => {
  const epochs = [AT_WORK.epoch];
  let run = AT_WORK;
  for (const draft of [j.PLANNED, REPLACED, REPLACED, { ...HELD, worker: "902" }, j.PAUSE]) {
    run = at(run, draft as EventDraft);
    epochs.push(run.epoch);
  }
  expect(epochs).toEqual([1, 1, 2, 2, 3, 3]);
});

it("what a stale worker writes counts for its price alone", () => {
  const now = at(at(AT_WORK, REPLACED), { ...HELD, worker: "902" });
  const spend = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, dollars: 0.5, calls: 1 };
  for (const draft of [j.PLANNED, j.STOP, j.kept(sha("c")), j.audited("BLOCK"), { kind: "lease_renewed", until: 9e12 } as const, HELD]) {
    const after = evolve(now, { ...draft, at: 5, epoch: 1, spend } as unknown as Event);
    const { rev, updatedAt, spend: spent, ...rest } = after;
    const { rev: before, updatedAt: _at, spend: _spend, ...same } = now;
    expect([rev, tokensOf(spent)]).toEqual([before + 1, tokensOf(now.spend) + 15]);
    expect([rest, updatedAt]).toEqual([same, now.updatedAt]);
  }
  // What people say, and the worker that holds the run, carry no epoch or this one.
  expect(at(now, j.STOP).stopRequest).not.toBe(null);
  expect(at(now, j.PLANNED, now.epoch).progress.steps.length).toBeGreaterThan(0);
});

it("another machine takes over: the hand-over waits anew, with a seal of its own", () => {
  const run = at(AT_WORK, workerLossOf(AT_WORK, LOSS));
  expect([run.stage, run.claimed, run.replaced, workflowRunOf(run)]).toEqual(["running", false, 1, null]);
  expect(next(run)).toEqual({ kind: "consume" });
  expect(handoverDigestOf(run)).not.toBe(handoverDigestOf(AT_WORK));
  // Nor is one mistaken for the next that nobody took up.
  expect(handoverDigestOf(at(run, REPLACED))).not.toBe(handoverDigestOf(run));
});

it.each([
  { when: "somebody paused it", run: at(AT_WORK, j.PAUSE), how: "ended (failure)" },
  { when: "somebody cancelled its workflow run", run: AT_WORK, how: "ended (cancelled)" },
  { when: "too many were lost", run: { ...AT_WORK, replaced: MAX_REPLACEMENTS }, how: "ended (failure)" },
  { when: "two never took it up", run: { ...AT_WORK, claimed: false, replaced: 1 }, how: "ended (failure)" },
])("no other machine takes over when $when", ({ run, how }) => {
  expect(workerLossOf(run, { ...LOSS, how })).toMatchObject({ kind: "gave_up", reason: "worker_lost" });
});

it("a redirect that nobody has weighed does not stand in the way, and is weighed by whoever takes over", () => {
  const redirected = at(AT_WORK, j.REDIRECT);
  const after = at(redirected, workerLossOf(redirected, LOSS));
  expect([after.replaced, after.redirect]).toEqual([1, 0]);
});

it("an iteration that got its score makes the losses before it count no more", () => {
  const lost = at(at(at(AT_WORK, REPLACED), { ...HELD, worker: "902" }), j.PLANNED);
  expect(lost.replaced).toBe(1);
  expect(at(lost, j.evaluated(sha("1"), "A")).replaced).toBe(0);
});

it.each([
  { left: 31, kept: true, on: false },
  { left: 29, kept: true, on: true },
  { left: 29, kept: false, on: false },
  { left: 14, kept: false, on: true },
])("with $left minutes left, all work on the branch: $kept, a run is handed on: $on", ({ left, kept, on }) => {
  const run = kept ? AT_WORK : { ...AT_WORK, progress: { ...AT_WORK.progress, tree: sha("9") } };
  expect(handOnIfDue(run, "901", { now: 0, endsAt: left * MINUTE })?.kind).toBe(on ? "worker_replaced" : undefined);
});

it.each([
  { left: 16, on: false },
  { left: 14, on: true },
])("what is left after the loop is handed on as well when its step would be killed ($left minutes left: $on)", ({ left, on }) => {
  const passed = at(AT_WORK, { kind: "loop_passed", reason: "threshold_reached", key: null });
  expect(passed.stage).toBe("verifying");
  expect(handOnIfDue(passed, "901", { now: 0, endsAt: left * MINUTE })?.kind).toBe(on ? "worker_replaced" : undefined);
});

/** Its last iteration has its score, and a model is to say what was learned. */
const ENDED = ((): Run => {
  const plan = { ...j.PLAN, limits: { ...j.PLAN.limits, iterations: 1 } };
  const before = j.settledRun(j.STARTED, { ...j.HYDRATED, plan } as EventDraft, j.PROCEED, j.APPROVED);
  const scored: EventDraft[] = [
    HELD,
    j.SET_UP,
    j.BASE_SCORED,
    j.PLANNED,
    ...j.made(sha("1")),
    j.PREPARED,
    j.evaluated(sha("1"), "A", ["a.correctness.logic"]),
    j.kept(sha("c")),
  ];
  return scored.reduce((run, draft) => j.concluded(at(run, draft)), before);
})();

it.each([
  { left: 31, last: undefined },
  { left: 29, last: undefined },
  { left: 14, last: undefined },
  { left: 4, last: "reflection_done" },
])("a run that has come to its end is not handed on, and ends as what it is ($left minutes left: $last)", ({ left, last }) => {
  expect(next(ENDED)).toEqual({ kind: "reflect", stage: "stopped", reason: "iteration_limit" });
  const draft = handOnIfDue(ENDED, "901", { now: 0, endsAt: left * MINUTE });
  expect(draft?.kind).toBe(last);
});

it("a machine that is lost while a model reflects upon the end takes nothing but the model's words along", () => {
  const after = at(ENDED, workerLossOf(ENDED, LOSS));
  expect(after.reflection).toMatchObject({ outcome: "Partial", rootCause: "not assessed (iteration_limit)" });
  const [end] = conclude(after, { at: 9, key: null });
  expect(end).toMatchObject({ kind: "stopped", reason: "iteration_limit" });
});

it("nobody hands on what is not in hand", () => {
  const before = j.settledRun(j.STARTED, j.HYDRATED, j.PROCEED, j.APPROVED);
  expect(handOnIfDue(before, "901", { now: 0, endsAt: 0 })).toBe(null);
});

it("what people said ends a run whose machine is lost, and not the loss", () => {
  const run = at(AT_WORK, j.STOP);
  const [end] = conclude(at(run, workerLossOf(run, LOSS)), { at: 9, key: null });
  expect(end).toMatchObject({ kind: "stopped", reason: "user_stop" });
});

it("the shortest job that is taken does some work before it hands the run on", () => {
  for (const worked of [0, 10 * MINUTE]) expect(handOnIfDue(AT_WORK, "901", { now: worked, endsAt: SHORTEST_JOB })).toBe(null);
  expect(handOnIfDue(AT_WORK, "901", { now: 16 * MINUTE, endsAt: SHORTEST_JOB })?.kind).toBe("worker_replaced");
});
