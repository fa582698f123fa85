import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { conclude } from "#core/conclude.ts";
import { dueEffectOf, pendingEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import { type Effect, receiptOf } from "#core/events/data/effect.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../builders/journal.ts";

const ISSUE = { ...j.PLAN.issue, number: 7 };
const APPROVED: EventDraft = {
  kind: "approved",
  by: "ana",
  digest: j.sha("a"),
  handover: j.sha("b"),
  comment: 5,
  account: 6,
  stepwise: false,
};
const settled = (effect: Effect, receipt: string | null = "1"): EventDraft => ({
  kind: "settled",
  effect,
  receipt,
  why: receipt === null ? "refused" : "",
});

/** A run of issue 7 on GitHub after these drafts and what follows from each. */
function onGitHub(...drafts: readonly EventDraft[]): { readonly run: Run; readonly announced: readonly string[] } {
  const started = { ...j.STARTED, issue: ISSUE, at: 0 } as Event;
  let run = replay([started]);
  if (run === null) throw new Error("a journal begins with run_started");
  const announced: string[] = [];
  for (const draft of drafts) {
    run = evolve(run, { ...draft, at: run.updatedAt + 1000 } as Event);
    for (const event of conclude(run, { at: run.updatedAt, key: null })) {
      if (event.kind === "announced") announced.push(event.effect);
      run = evolve(run, event);
    }
  }
  return { run, announced };
}

const PLANNED = [{ ...j.HYDRATED, plan: { ...j.PLAN, issue: ISSUE } } as EventDraft, j.PROCEED];

it("announces the plan when it waits for an approval, and settles it once", () => {
  const { run, announced } = onGitHub(...PLANNED);
  expect([announced, pendingEffectOf(run), next(run)]).toEqual([["plan"], "plan", { kind: "settle", effect: "plan" }]);
  const after = onGitHub(...PLANNED, settled("plan", "77"));
  expect([after.announced, receiptOf(after.run, "plan"), next(after.run).kind]).toEqual([["plan"], "77", "stop"]);
});

it("owes the plan comment still when the plan is made anew: without its receipt nobody could show the new one", () => {
  const redirected: EventDraft = { kind: "redirect_requested", by: "grace", text: "Mind the spaces." };
  const { run } = onGitHub(...PLANNED, redirected);
  expect([run.stage, run.request, pendingEffectOf(run)]).toEqual(["hydrating", null, "plan"]);
  const anew = onGitHub(...PLANNED, redirected, PLANNED[0] ?? redirected);
  expect([anew.run.stage, pendingEffectOf(anew.run)]).toEqual(["reviewing", "plan"]);
});

it("announces the workflow run at approval, the status once it is taken up, the result at the end", () => {
  const approved = [...PLANNED, settled("plan"), APPROVED];
  expect(next(onGitHub(...approved).run)).toEqual({ kind: "settle", effect: "dispatch" });
  const taken = [...approved, settled("dispatch", "901"), j.CONSUMED];
  expect([next(onGitHub(...taken).run), onGitHub(...taken).announced]).toEqual([
    { kind: "settle", effect: "status" },
    ["plan", "dispatch", "status"],
  ]);
  const over = onGitHub(...taken, settled("status"), j.STOP);
  expect([over.run.stage, next(over.run)]).toEqual(["stopped", { kind: "settle", effect: "result" }]);
  expect(next(onGitHub(...taken, settled("status"), j.STOP, settled("result")).run).kind).toBe("stop");
});

it("does not dispatch a run that was stopped before it was", () => {
  const { run } = onGitHub(...PLANNED, settled("plan"), APPROVED, j.STOP);
  expect([run.effects.dispatch?.settled, next(run)]).toEqual([null, { kind: "settle", effect: "result" }]);
});

it("fails a run whose workflow could not be started, and goes on without a comment that could not be made", () => {
  const { run } = onGitHub(...PLANNED, settled("plan", null), APPROVED, settled("dispatch", null));
  expect([run.stage, run.ending, run.gaveUp?.message, receiptOf(run, "plan")]).toEqual(["failed", "dispatch_failed", "refused", null]);
});

it("ends a run that nobody could be sent for, also where a redirect came first; whoever resumes it has that weighed", () => {
  const lost = onGitHub(...PLANNED, settled("plan"), APPROVED, j.REDIRECT, settled("dispatch", null), settled("result"));
  expect([lost.run.stage, lost.run.ending]).toEqual(["failed", "dispatch_failed"]);
  const resumed = onGitHub(...PLANNED, settled("plan"), APPROVED, j.REDIRECT, settled("dispatch", null), settled("result"), j.RESUMED);
  expect(next(resumed.run)).toEqual({ kind: "redirect" });
});

it("goes on where somebody came though nobody seemed to be sent for", () => {
  const { run } = onGitHub(...PLANNED, settled("plan"), APPROVED, j.CONSUMED, settled("dispatch", null));
  expect([run.stage, run.gaveUp, next(run)]).toEqual(["running", null, { kind: "settle", effect: "status" }]);
});

it("sends for somebody anew when a run goes on that was paused while nobody could be sent for", () => {
  const paused = [...PLANNED, settled("plan"), APPROVED, j.PAUSE, settled("dispatch", null)];
  expect([onGitHub(...paused).run.stage, onGitHub(...paused).run.gaveUp]).toEqual(["paused", null]);
  expect(next(onGitHub(...paused, j.RESUMED).run)).toEqual({ kind: "settle", effect: "dispatch" });
});

it("announces anew what has to happen again: another hand-over, another result, another request", () => {
  const taken = [...PLANNED, settled("plan"), APPROVED, settled("dispatch"), j.CONSUMED, settled("status")];
  const stopped = [...taken, j.STOP, settled("result")];
  const resumed = onGitHub(...stopped, { kind: "resumed", by: "ana" });
  expect([resumed.run.gaveUp, next(resumed.run)]).toEqual([null, { kind: "settle", effect: "dispatch" }]);
  expect(new Set(Object.keys(resumed.run.effects))).toEqual(new Set(["dispatch", "plan", "status"]));
  const green: EventDraft = { kind: "base_scored", results: [], tests: null };
  const asked = onGitHub(...taken, { kind: "setup_done", ok: true, details: "", ms: 1 }, green);
  expect([asked.run.stage, asked.run.request?.reason, next(asked.run)]).toEqual([
    "awaiting_approval",
    "base_already_green",
    { kind: "settle", effect: "again" },
  ]);
});

it("tells nobody anything off GitHub", () => {
  const run = j.settledRun(j.HYDRATED, j.PROCEED);
  expect([dueEffectOf(run, 0), run.effects]).toEqual([null, {}]);
});

const RESULT_OF: readonly { readonly when: string; readonly drafts: readonly EventDraft[]; readonly stage: Run["stage"] }[] = [
  {
    when: "the issue leaves questions open",
    drafts: [{ kind: "info_requested", questions: [{ question: "Which?", default: null }] }],
    stage: "needs_info",
  },
  {
    when: "the plan-critic halts it",
    drafts: [...PLANNED.slice(0, 1), { kind: "plan_reviewed", review: { verdict: "HALT", findings: [] } }],
    stage: "halted",
  },
  { when: "somebody stops it before it was approved", drafts: [...PLANNED, settled("plan"), j.STOP], stage: "stopped" },
  {
    when: "the plan cannot be made",
    drafts: [{ kind: "phase_error", step: "HYDRATE", message: "no key", retryable: false }],
    stage: "failed",
  },
];

it.each(RESULT_OF)("owes a result when $when", ({ drafts, stage }) => {
  const { run } = onGitHub(...drafts);
  expect([run.stage, next(run)]).toEqual([stage, { kind: "settle", effect: "result" }]);
});

it("owes a workflow run anew when QA found issues, for a hand-over with another seal", () => {
  const tree = j.sha("1");
  const passed = [j.PLANNED, ...j.made(tree), j.PREPARED, j.evaluated(tree, "A"), j.kept(j.sha("c")), j.PREPARED, j.evaluated(tree, "B")];
  const taken = [...PLANNED, settled("plan"), APPROVED, settled("dispatch", "901"), j.CONSUMED, settled("status")];
  const bench: readonly EventDraft[] = [{ kind: "setup_done", ok: true, details: "", ms: 1 }, j.BASE_SCORED, ...passed, j.audited("OK")];
  const before = onGitHub(...taken, ...bench).run;
  const after = onGitHub(...taken, ...bench, j.qa("ISSUES")).run;
  expect([after.stage, next(after), after.effects.dispatch?.settled]).toEqual(["running", { kind: "settle", effect: "dispatch" }, null]);
  expect(handoverDigestOf(after)).not.toBe(handoverDigestOf(before));
});

it("takes no receipt for what is not announced: one that comes too late does not stand in for the next hand-over", () => {
  const { run } = onGitHub(settled("plan", "77"));
  expect([receiptOf(run, "plan"), receiptOf(run, "status")]).toEqual([null, null]);
  const resumed: EventDraft = { kind: "resumed", by: "ana" };
  const again = [...PLANNED, settled("plan"), APPROVED, j.STOP, resumed];
  const { dispatch } = onGitHub(...again).run.effects;
  const receipt = (told: number) => onGitHub(...again, { ...settled("dispatch", "901"), told } as EventDraft).run;
  expect(next(receipt(0))).toEqual({ kind: "settle", effect: "dispatch" });
  expect(receiptOf(receipt(dispatch?.at ?? 0), "dispatch")).toBe("901");
});
