/** What becomes of a run that people steer: paused, taken up again, redirected, unblocked. */
import { expect, it } from "vitest";
import { steer } from "#core/commands/steer.ts";
import { conclude } from "#core/conclude.ts";
import { isOverruled } from "#core/decide/ending.ts";
import { next } from "#core/decide/next.ts";
import { stopRuleOf } from "#core/decide/stop.ts";
import type { RedirectChange } from "#core/events/data/correction.ts";
import { Stage } from "#core/events/data/reason.ts";
import type { EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { awaitsMaintainer, isOver, isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2, C1, C2] = [j.sha("1"), j.sha("2"), j.sha("c"), j.sha("d")];
const RED = ["a.correctness.logic"];
const SCORED: readonly EventDraft[] = [...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED, j.evaluated(T1, "A", RED), j.kept(C1)];
const WORKING: readonly EventDraft[] = [...SCORED, j.CRITIQUED, j.refined(T2, T1)];
const PASSED: readonly EventDraft[] = [
  ...j.BEGUN,
  j.PLANNED,
  ...j.made(T1),
  j.PREPARED,
  j.evaluated(T1, "A"),
  j.kept(C1),
  j.PREPARED,
  j.evaluated(T1, "B"),
];
const PAID = { spend: { ...NO_USAGE, calls: 1, input: 5_000_000 } };
const SPENT: EventDraft = { ...j.PAUSE, ...PAID };
/** The run after the story, and what is said then before anything follows from it. */
const heard = (story: readonly EventDraft[], ...said: readonly EventDraft[]): Run =>
  j.timed(said, 100).reduce(evolve, j.settledRun(...story));
const at = (run: Run): readonly unknown[] => [run.stage, run.ending, next(run).kind];

it("rests where it was asked to pause, active and without a reflection, and goes on from there [S4.11, S4.30, M4.03]", () => {
  const paused = j.settledRun(...SCORED, j.PAUSE);
  expect(at(paused)).toEqual(["paused", "user_pause", "stop"]);
  expect([isResting("paused"), isOver("paused"), paused.reflection, paused.pausing]).toEqual([true, false, null, null]);
  const resumed = j.settledRun(...SCORED, j.PAUSE, j.RESUMED);
  expect([...at(resumed), resumed.progress.step]).toEqual(["running", null, "consume", "DECIDE"]);
  expect(next(j.settledRun(...SCORED, j.PAUSE, j.RESUMED, j.CONSUMED)).kind).toBe("critique");
});

it("pauses where its branch is gone, and has it made anew where it was when somebody resumes it; what was not kept is done again [GIT-11]", () => {
  const better = [...WORKING, j.evaluated(T2, "A")];
  const gone = j.settledRun(...better, { kind: "gave_up", reason: "branch_gone", message: "the branch loop/split is gone" });
  expect([...at(gone), gone.gaveUp]).toEqual(["paused", "branch_gone", "stop", null]);
  const said = steer(gone, { word: "resume", by: "ana", text: "" });
  if (said.kind !== "said") throw new Error("it cannot be resumed");
  expect(said.draft).toEqual({ kind: "resumed", by: "ana", restores: { branch: branchOf(gone), commit: C1 } });
  const resumed = j.timed([said.draft], 100).reduce(evolve, gone);
  expect([resumed.stage, resumed.progress.step, resumed.progress.tree, resumed.progress.best]).toEqual(["running", "PLAN", T1, null]);
});

it("pauses over a large change with the list in sight, and goes on with it when a person says so [OUT-13]", () => {
  const large: EventDraft = { kind: "gave_up", reason: "large_change", message: "301 files are changed, more than 300" };
  const paused = j.settledRun(...SCORED, large);
  expect([...at(paused), paused.gaveUp?.message]).toEqual(["paused", "large_change", "stop", "301 files are changed, more than 300"]);
  const resumed = j.settledRun(...SCORED, large, j.RESUMED, j.CONSUMED);
  expect([...at(resumed), resumed.gaveUp]).toEqual(["running", null, "critique", null]);
});

it("ends at once where GitHub refuses its push [GIT-14]", () => {
  const refused = j.settledRun(...WORKING, { kind: "gave_up", reason: "push_refused", message: "protected" });
  expect(at(refused)).toEqual(["failed", "push_refused", "stop"]);
});

it("interrupts what is done until the pause has come [S4.11, M4.03, U.20]", () => {
  const run = heard(j.BEGUN, j.PAUSE);
  expect([isOverruled(run), next(run)]).toEqual([true, { kind: "stop", stage: "paused", reason: "user_pause" }]);
});

it("pauses before QA as well, and hands the work over again when it is resumed", () => {
  const paused = j.settledRun(...PASSED, j.PAUSE);
  expect(at(paused)).toEqual(["paused", "user_pause", "stop"]);
  expect(at(j.settledRun(...PASSED, j.PAUSE, j.RESUMED))).toEqual(["running", null, "consume"]);
  expect(at(j.settledRun(...PASSED, j.PAUSE, j.RESUMED, j.CONSUMED))).toEqual(["verifying", null, "audit"]);
});

it("does not end while it is paused, but for a stop [S4.30]", () => {
  const paused = { ...j.settledRun(...SCORED, j.PAUSE), budgetRefused: "cap" };
  expect(stopRuleOf(paused)).toBeNull();
  expect(at(j.settledRun(...SCORED, j.PAUSE, j.STOP))).toEqual(["stopped", "user_stop", "stop"]);
});

it("clears on a pause what went wrong before, and prefers the pause to it", () => {
  const broken: EventDraft = { kind: "phase_error", step: "PLAN", message: "overloaded", retryable: false };
  const run = heard(j.BEGUN, j.PAUSE, broken);
  expect(stopRuleOf(run)?.reason).toBe("user_pause");
  expect(j.concluded(run)).toMatchObject({ stage: "paused", errorState: null });
});

it.each<{ when: string; story: readonly EventDraft[]; word: EventDraft; reason: string }>([
  { when: "paused at its last iteration", story: [...lastIteration(), j.PAUSE], word: j.RESUMED, reason: "iteration_limit" },
  { when: "stopped at its last iteration", story: lastIteration(), word: j.RESUMED, reason: "iteration_limit" },
  {
    when: "paused with its budget spent",
    story: [...SCORED, SPENT],
    word: j.RESUMED,
    reason: "budget_exceeded",
  },
])("checks the limits again when it is resumed: $when [S2.06]", ({ story, word, reason }) => {
  const run = j.settledRun(...story, word);
  expect(run.stage === "running" ? stopRuleOf(run)?.reason : run.ending).toBe(reason);
  expect(["reflect", "stop"]).toContain(next(run).kind);
});

it.each(["constraint_change", "plan_change", "result_change"] as const)("tries once more at its last iteration after a %s", (change) => {
  const run = j.timed([j.REDIRECT, j.redirected(change), j.CONSUMED], 500).reduce(evolve, j.settledRun(...lastIteration()));
  expect([stopRuleOf(run), next(run).kind]).toEqual([null, "plan"]);
});

/** Four iterations, the last of them just scored. */
function lastIteration(): readonly EventDraft[] {
  const more = [T1, T2, T1].flatMap((tree) => [
    j.CRITIQUED,
    j.refined(T2, T1),
    j.PLANNED,
    ...j.made(tree),
    j.PREPARED,
    j.evaluated(tree, "A", RED),
    j.kept(C2, C1),
  ]);
  return [...SCORED, ...more, j.REFLECTED];
}

it("pauses after each iteration in step mode, and goes on with the next one [M4.02, S4.28]", () => {
  const stepwise = SCORED.map((draft) => (draft === j.APPROVED ? j.APPROVED_STEPWISE : draft));
  const first = j.settledRun(...stepwise);
  expect([...at(first), first.progress.iteration]).toEqual(["paused", "step_pause", "stop", 1]);
  const on = [...stepwise, j.RESUMED, j.CONSUMED, j.CRITIQUED, j.refined(T2, T1), j.PLANNED, ...j.made(T2), j.PREPARED];
  expect([j.settledRun(...on).stage, j.settledRun(...on).progress.iteration]).toEqual(["running", 2]);
  const second = j.settledRun(...on, j.evaluated(T2, "A", RED), j.kept(C2, C1));
  expect([...at(second), second.progress.iteration, second.stepwise]).toEqual(["paused", "step_pause", "stop", 2, true]);
  expect(second.progress.stagnation).toBe(0);
});

it("pauses in step mode before QA's issues are worked on, and not when a level passes [M4.02]", () => {
  const stepwise = PASSED.map((draft) => (draft === j.APPROVED ? j.APPROVED_STEPWISE : draft));
  expect(j.settledRun(...stepwise).stage).toBe("verifying");
  const sentBack = j.settledRun(...stepwise, j.audited("OK"), j.qa("ISSUES"));
  expect([...at(sentBack), sentBack.progress.iteration]).toEqual(["paused", "step_pause", "stop", 2]);
  expect(at(j.settledRun(...stepwise, j.audited("OK"), j.qa("ISSUES"), j.RESUMED))).toEqual(["running", null, "consume"]);
});

it.each<{ from: string; story: readonly EventDraft[]; consumed: boolean }>([
  { from: "running", story: WORKING, consumed: true },
  { from: "paused", story: [...WORKING, j.PAUSE], consumed: false },
  { from: "stopped", story: [...WORKING, j.STOP], consumed: false },
  { from: "verifying", story: PASSED, consumed: false },
])("discards what is not kept and weighs the words first, from $from [S2.08, M2.02, U.20]", ({ story, consumed }) => {
  const run = j.settledRun(...story, j.REDIRECT);
  expect([...at(run), run.claimed]).toEqual(["running", null, "redirect", consumed]);
  expect(run.progress).toMatchObject({ tree: T1, step: "PLAN", head: { commit: C1, tree: T1 }, best: { iteration: 1 } });
  expect(run.corrections).toEqual([{ by: "ana", text: "Keep the old name.", kind: null, at: run.updatedAt, asked: [] }]);
  expect([isOverruled(run), stopRuleOf(run)]).toMatchObject([true, { row: 2, reason: "redirect", stage: "running" }]);
});

it.each<RedirectChange>(["constraint_change", "plan_change", "result_change"])(
  "plans the iteration anew over the kept tree after a %s, under the same approval [S2.09]",
  (change) => {
    const run = j.settledRun(...WORKING, j.REDIRECT, j.redirected(change));
    expect([...at(run), run.redirect, run.approval === null]).toEqual(["running", null, "plan", null, false]);
    expect([run.progress.iteration, run.corrections[0]?.kind]).toEqual([2, change]);
  },
);

it("makes and approves another plan after an objective_change, over the work that is kept [S2.09, M2.02]", () => {
  const run = j.settledRun(...WORKING, j.REDIRECT, j.redirected("objective_change"));
  expect([...at(run), run.approval, run.request, run.claimed]).toEqual(["hydrating", null, "hydrate", null, null, false]);
  expect(run.progress).toMatchObject({ iteration: 1, rows: [], best: null, tree: T1, head: { commit: C1 } });
  const again = j.settledRun(...WORKING, j.REDIRECT, j.redirected("objective_change"), ...j.BEGUN.slice(0, 3), j.CONSUMED);
  expect(next(again).kind).toBe("setup");
});

it("discards what a worker held back and wrote after the redirect", () => {
  const late = j.settledRun(...SCORED, j.REDIRECT, j.CRITIQUED, j.refined(T2, T1), j.redirected("plan_change"));
  expect(late.progress).toMatchObject({ tree: T1, step: "PLAN" });
});

it("weighs the last of two redirects, and both are followed", () => {
  const two = j.settledRun(...WORKING, j.REDIRECT, j.REDIRECT, j.redirected("plan_change", 0));
  expect([next(two).kind, two.corrections.map(({ kind }) => kind)]).toEqual(["redirect", [null, null]]);
  const weighed = j.settledRun(...WORKING, j.REDIRECT, j.REDIRECT, j.redirected("plan_change", 1));
  expect([next(weighed).kind, weighed.corrections.map(({ kind }) => kind)]).toEqual(["plan", ["plan_change", "plan_change"]]);
});

it.each<{ when: string; word: EventDraft; stage: string }>([
  { when: "somebody stops it", word: j.STOP, stage: "stopped" },
  { when: "it cannot be weighed", word: { kind: "phase_error", step: "REDIRECT", message: "m", retryable: false }, stage: "failed" },
  { when: "it cannot be paid for", word: { kind: "budget_refused", message: "cap" }, stage: "stopped" },
  { when: "its worker is lost", word: { kind: "gave_up", reason: "worker_lost", message: "m" }, stage: "failed" },
])("holds nothing up when $when, and is weighed first when the run is resumed", ({ word, stage }) => {
  const ended = [...WORKING, j.REDIRECT, word];
  expect(j.settledRun(...ended).stage).toBe(stage);
  expect(next(j.settledRun(...ended, j.RESUMED)).kind).toBe("redirect");
});

it("weighs no redirect again that was followed before a stop", () => {
  const run = j.settledRun(...WORKING, j.REDIRECT, j.redirected("plan_change"), j.STOP, j.RESUMED);
  expect([run.redirect, next(run).kind]).toEqual([null, "consume"]);
});

it.each<{ from: string; story: readonly EventDraft[]; kind: string; asked: number }>([
  { from: "awaiting_approval", story: [j.HYDRATED, j.PROCEED], kind: "objective_change", asked: 0 },
  {
    from: "halted",
    story: [j.HYDRATED, { kind: "plan_reviewed", review: { verdict: "HALT", findings: [] } }],
    kind: "objective_change",
    asked: 0,
  },
  { from: "needs_info", story: [j.asked("a", null)], kind: "answers", asked: 2 },
])("has another plan made from $from, with revisions counted anew [S2.08, C0.08, M2.01]", ({ from, story, kind, asked }) => {
  expect(j.settledRun(...story).stage).toBe(from);
  const run = j.settledRun(...story, j.REDIRECT);
  expect([...at(run), run.request, run.revisions, run.redirect]).toEqual(["hydrating", null, "hydrate", null, 0, null]);
  expect(run.corrections).toMatchObject([{ kind }]);
  expect(run.corrections[0]?.asked.length).toBe(asked);
  expect(at(j.settledRun(...story, j.REDIRECT, j.HYDRATED, j.PROCEED))).toEqual(["awaiting_approval", null, "stop"]);
});

it("goes on with the defaults of its questions, and the plan that follows needs its own approval [S1.08, C0.08, X.05]", () => {
  const run = j.settledRun(j.asked("a", "b"), { kind: "defaults_taken", by: "ana" });
  expect(at(run)).toEqual(["hydrating", null, "hydrate"]);
  expect(run.corrections).toMatchObject([{ by: "ana", kind: "answers", asked: [{ default: "a" }, { default: "b" }] }]);
  const planned = j.settledRun(j.asked("a", "b"), { kind: "defaults_taken", by: "ana" }, j.HYDRATED, j.PROCEED);
  expect([planned.stage, planned.questions]).toEqual(["awaiting_approval", []]);
});

const UNBLOCKED: EventDraft = { kind: "run_unblocked", by: "ana", reason: "I asked for it." };

it("goes on after a block with a fresh audit before anything else, and is blocked again by one that objects [C0.03, S0.44]", () => {
  const blocked = [...SCORED, j.CRITIQUED, j.audited("BLOCK")];
  expect(at(j.settledRun(...blocked))).toEqual(["blocked", "audit_block", "stop"]);
  expect(at(j.settledRun(...blocked, UNBLOCKED))).toEqual(["running", null, "consume"]);
  const taken = [...blocked, UNBLOCKED, j.CONSUMED];
  expect(next(j.settledRun(...taken)).kind).toBe("audit");
  expect(at(j.settledRun(...taken, j.audited("BLOCK")))).toEqual(["blocked", "audit_block", "stop"]);
  const free = j.settledRun(...taken, j.audited("OK"));
  expect([...at(free), free.audits.owed, free.audits.cleared?.reason]).toEqual(["running", null, "refine", false, "I asked for it."]);
});

it("weighs nothing before that audit, not even a loop that has passed", () => {
  const run = j.settledRun(...PASSED, j.audited("BLOCK"), UNBLOCKED, j.CONSUMED);
  expect([run.stage, next(run).kind, conclude(run, { at: 1, key: null })]).toEqual(["running", "audit", []]);
  const free = j.settledRun(...PASSED, j.audited("BLOCK"), UNBLOCKED, j.CONSUMED, j.audited("OK"));
  expect([free.stage, next(free).kind]).toEqual(["verifying", "audit"]);
});

it("keeps what was objected to, where the journal says it, and needs no objection to clear a block", () => {
  const unsaid: readonly EventDraft[] = [{ kind: "run_blocked", reason: "audit_block" }, UNBLOCKED];
  expect(heard(SCORED, ...unsaid).audits.cleared).toEqual({ by: "ana", reason: "I asked for it.", objection: "" });
});

it("waits for a maintainer's word where a run was made to, though it is over [C0.03, C0.08, X.05]", () => {
  expect(Stage.options.filter(awaitsMaintainer)).toEqual(["needs_info", "halted", "blocked"]);
  expect(Stage.options.filter((stage) => awaitsMaintainer(stage) && !isOver(stage))).toEqual([]);
});

it("tries again what had failed when somebody says what to do otherwise, and what was not kept is open again [S2.06, S2.08, S2.09]", () => {
  const plan = { ...j.PLAN, atoms: [anAtom("A1"), anAtom("A2"), anAtom("A3")] };
  const failed: EventDraft = { kind: "atom_failed", atom: "A2", why: "it does not work", final: true };
  const story = j.BEGUN.map((draft) => (draft.kind === "run_hydrated" ? { ...draft, plan } : draft));
  const run = heard([...story, j.PLANNED, ...j.made(T1), failed], j.REDIRECT, j.redirected("plan_change"));
  expect(run.graph.atoms.map(({ atom, status }) => [atom.id, status])).toEqual([
    ["A1", "pending"],
    ["A2", "pending"],
    ["A3", "pending"],
  ]);
  expect(run.progress.tree).toBe(run.progress.head.tree);
});
