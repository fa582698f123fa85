/** A comment that failed for what may pass is due again later, and stays the one it was. */
import { describe, expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { dueEffectOf, pendingEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import type { Effect } from "#core/events/data/effect.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../../builders/journal.ts";

const MINUTE = 60_000;
const ISSUE = { ...j.PLAN.issue, number: 7 };
const HYDRATED = { ...j.HYDRATED, plan: { ...j.PLAN, issue: ISSUE } } as EventDraft;
const APPROVED: EventDraft = {
  kind: "approved",
  by: "ana",
  digest: j.sha("a"),
  handover: j.sha("b"),
  comment: 5,
  account: 6,
  stepwise: false,
};
const STARTED = replay([{ ...j.STARTED, issue: ISSUE, at: 0 } as Event]);

/** The run after what happened at `at`, with all that follows from it then. */
function grown(run: Run | null, at: number, ...drafts: readonly EventDraft[]): Run {
  if (run === null) throw new Error("a journal begins with run_started");
  const now = drafts.reduce((one, draft) => evolve(one, { ...draft, at } as Event), run);
  return conclude(now, { at, key: null }).reduce(evolve, now);
}

const failed = (effect: Effect, told?: number): EventDraft => ({
  kind: "settled",
  effect,
  receipt: null,
  why: "502",
  retryable: true,
  ...(told !== undefined && { told }),
});
const sent = (effect: Effect): EventDraft => ({ kind: "settled", effect, receipt: "77", why: "" });

/** A run whose plan waits, and could not be shown a minute after it was announced. */
const waiting = grown(STARTED, MINUTE, HYDRATED, j.PROCEED);
const putOff = grown(waiting, 2 * MINUTE, failed("plan"));

describe("a comment that failed for what may pass", () => {
  it("is left alone for five minutes, and then announced anew, whatever else the run does", () => {
    expect([pendingEffectOf(putOff), next(putOff).kind, grown(putOff, 7 * MINUTE - 1)]).toEqual([null, "stop", putOff]);
    const again = grown(putOff, 7 * MINUTE);
    expect([again.rev - putOff.rev, next(again)]).toEqual([1, { kind: "settle", effect: "plan" }]);
    expect(dueEffectOf(again, Number.POSITIVE_INFINITY)).toBe(null);
  });

  it("is the same one when it is announced anew: what an earlier try made is its receipt", () => {
    const again = grown(putOff, 7 * MINUTE);
    expect(again.effects.plan).toEqual({ at: MINUTE, retriedAt: 7 * MINUTE, settled: null });
    const late = grown(again, 8 * MINUTE, { ...sent("plan"), told: MINUTE } as EventDraft);
    expect([late.effects.plan?.settled?.receipt, dueEffectOf(late, 24 * 60 * MINUTE)]).toEqual(["77", null]);
  });

  it("waits as long as it has been tried in vain, a quarter of an hour at most", () => {
    const waits: number[] = [];
    let run = putOff;
    for (let nth = 0; nth < 5; nth += 1) {
      const until = run.effects.plan?.settled?.until ?? 0;
      waits.push((until - run.updatedAt) / MINUTE);
      run = grown(grown(run, until), until + MINUTE, failed("plan"));
    }
    expect(waits).toEqual([5, 7, 15, 15, 15]);
  });

  it("is given up for good where GitHub refuses it, as it was in every older journal", () => {
    const { retryable, ...refused } = { ...failed("plan") } as Extract<EventDraft, { kind: "settled" }>;
    expect(retryable).toBe(true);
    const run = grown(grown(putOff, 7 * MINUTE), 8 * MINUTE, refused);
    expect([run.effects.plan?.settled, dueEffectOf(run, 1e12)]).toEqual([{ receipt: null, why: "502" }, null]);
    const anew = grown(run, 9 * MINUTE, { kind: "announced", effect: "plan" });
    expect(anew.effects.plan).toEqual({ at: 9 * MINUTE, settled: null });
  });

  it("shows the plan that waits by then: nobody is told of an edit of what was never there", () => {
    const redirected = grown(putOff, 3 * MINUTE, { kind: "redirect_requested", by: "grace", text: "Mind the spaces." });
    const planned = grown(redirected, 4 * MINUTE, HYDRATED, j.PROCEED);
    expect([planned.stage, planned.effects.again]).toEqual(["awaiting_approval", undefined]);
    const late = grown(redirected, 9 * MINUTE, HYDRATED, j.PROCEED);
    expect([late.effects.plan?.retriedAt, late.effects.again]).toEqual([9 * MINUTE, undefined]);
    const shown = grown(grown(putOff, 7 * MINUTE), 8 * MINUTE, sent("plan"));
    const edited = grown(shown, 9 * MINUTE, { kind: "redirect_requested", by: "grace", text: "Mind the spaces." });
    expect(grown(edited, 10 * MINUTE, HYDRATED, j.PROCEED).effects.again).toEqual({ at: 10 * MINUTE, settled: null });
  });

  it("is announced by the worker between two steps, and for a run that a person paused", () => {
    const taken = grown(grown(grown(waiting, 2 * MINUTE, sent("plan")), 3 * MINUTE, APPROVED), 4 * MINUTE, sent("dispatch"), j.CONSUMED);
    const off = grown(taken, 5 * MINUTE, failed("status"));
    expect(next(off)).toEqual({ kind: "setup" });
    expect(next(grown(off, 10 * MINUTE, { kind: "setup_done", ok: true, details: "", ms: 1 }))).toEqual({
      kind: "settle",
      effect: "status",
    });
    const paused = grown(off, 6 * MINUTE, { ...j.PAUSE, by: "ana" } as EventDraft);
    expect([paused.stage, next(grown(paused, 10 * MINUTE))]).toEqual(["paused", { kind: "settle", effect: "status" }]);
  });
});

it("puts nothing off but comments: a run that nobody could be sent for ends", () => {
  const approved = grown(grown(waiting, 2 * MINUTE, sent("plan")), 3 * MINUTE, APPROVED);
  const lost = grown(approved, 4 * MINUTE, failed("dispatch"));
  expect([lost.stage, lost.ending, lost.effects.dispatch?.settled]).toEqual(["failed", "dispatch_failed", { receipt: null, why: "502" }]);
});
