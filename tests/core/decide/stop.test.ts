/** The reasons to stop: each one, their order, and what is none of them. */
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { next } from "#core/decide/next.ts";
import { STOP_RULES, stopRuleOf } from "#core/decide/stop.ts";
import type { StopReason } from "#core/events/data/reason.ts";
import type { EventDraft } from "#core/events/event.ts";
import { isBetter } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import type { Atom } from "#core/tasks/atom.ts";
import { type AtomState, graphOf, untriedAtom } from "#core/tasks/graph.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const T1 = j.sha("1");
const at = (run: Run, change: Partial<Run["progress"]>): Run => ({ ...run, progress: { ...run.progress, ...change } });

/** A run that has just been evaluated at a level; `red` are the rules that failed. */
function base(level: "A" | "B", red: readonly string[]): Run {
  const run = j.settledRun(...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED);
  const evaluation = j.evaluationOf(T1, level, red);
  return at(run, {
    level,
    step: "DECIDE",
    evaluation,
    best: { iteration: 1, evaluation },
    head: { commit: j.sha("c"), tree: T1 },
  });
}

const RED_A = ["a.correctness.logic"];
const WARN_B = ["b.style.conventions", "a.completeness.types"];
const BLOCK: Partial<Run> = {
  audits: {
    last: { verdict: "BLOCK", drift: "none", issue: "", principle: "", correction: "" },
    calls: 3,
    lastAt: 3,
    beforeQa: false,
    owed: false,
    cleared: null,
  },
};

/** The run with one more atom in its graph. */
function withAtoms(
  run: Run,
  { id, group, status, dependsOn = [] }: Pick<Atom, "id" | "group"> & Partial<Atom> & Pick<AtomState, "status">,
): Run {
  const atom = untriedAtom(anAtom(id, { group, dependsOn }), null);
  return { ...run, graph: { ...run.graph, atoms: [...run.graph.atoms, { ...atom, status }] } };
}

/** One cause for each rule, to be laid over one another. */
const CAUSES: readonly { readonly reason: StopReason; readonly lay: (run: Run) => Run }[] = [
  { reason: "state_unreadable", lay: (run) => ({ ...run, unreadable: "line 3" }) },
  { reason: "audit_block", lay: (run) => ({ ...run, ...BLOCK }) },
  { reason: "redirect", lay: (run) => ({ ...run, redirect: 0 }) },
  { reason: "user_stop", lay: (run) => ({ ...run, stopRequest: { by: "ana", note: "" } }) },
  { reason: "user_pause", lay: (run) => ({ ...run, pausing: { by: "ana" } }) },
  { reason: "phase_error", lay: (run) => ({ ...run, errorState: { step: "PLAN", count: 2, message: "", retryable: true } }) },
  { reason: "setup_failed", lay: (run) => ({ ...run, setup: { ok: false, details: "" } }) },
  { reason: "threshold_reached", lay: (run) => at(run, { level: "B", step: "DECIDE", evaluation: j.evaluationOf(T1, "B") }) },
  {
    reason: "no_major_issues",
    lay: (run) =>
      at(run, {
        level: "B",
        step: "DECIDE",
        bRefines: 1,
        evaluation: run.progress.evaluation?.passed === true ? run.progress.evaluation : j.evaluationOf(T1, "B", WARN_B),
      }),
  },
  { reason: "or_exhausted", lay: (run) => withAtoms(run, { id: "A7", group: "way", status: "failed" }) },
  { reason: "atom_failed", lay: (run) => withAtoms(run, { id: "A8", group: null, status: "failed" }) },
  { reason: "deadlock", lay: (run) => withAtoms(run, { id: "A9", group: null, status: "pending", dependsOn: ["A10"] }) },
  { reason: "empty_plan", lay: (run) => ({ ...run, graph: graphOf([]) }) },
  { reason: "stagnation", lay: (run) => at(run, { stagnation: 2 }) },
  { reason: "stall_limit", lay: (run) => ({ ...run, graph: { ...run.graph, stalls: 3 } }) },
  { reason: "budget_exceeded", lay: (run) => ({ ...run, budgetRefused: "cap" }) },
  { reason: "iteration_limit", lay: (run) => at(run, { iteration: 4 }) },
];

const RUNNING = base("B", ["b.security.input-validation"]);
/** What cannot come together: rules that pass are no end while atoms are left, and an empty graph has no atom that could fail. */
const UNFINISHED: readonly StopReason[] = ["or_exhausted", "atom_failed", "deadlock"];
const WITHOUT: readonly StopReason[] = ["threshold_reached", "no_major_issues", "empty_plan"];
const pairs = CAUSES.flatMap((first, index) => CAUSES.slice(index + 1).map((second) => ({ first, second }))).filter(
  ({ first: { reason: a }, second: { reason: b } }) =>
    !(UNFINISHED.includes(a) && WITHOUT.includes(b)) && !(WITHOUT.includes(a) && UNFINISHED.includes(b)),
);

it("goes on while nothing speaks against it", () => {
  expect(stopRuleOf(RUNNING)).toBeNull();
  expect(next(RUNNING)).toEqual({ kind: "critique" });
});

/** Where each reason leads: `verifying` is the end of the loop, `running` that it goes on otherwise. */
const STATUS: Readonly<Record<string, readonly StopReason[]>> = {
  blocked: ["state_unreadable", "audit_block"],
  running: ["redirect"],
  paused: ["user_pause", "branch_gone", "large_change", "step_pause"],
  failed: ["phase_error", "sandbox_unavailable", "dispatch_failed", "worker_lost", "unverified", "push_refused", "setup_failed"],
  verifying: ["threshold_reached", "no_major_issues"],
  stopped: [
    ...(["user_stop", "taken_over", "approval_void", "frozen", "base_conflicts", "qa_issues", "nothing_changed"] as const),
    ...(["or_exhausted", "atom_failed", "deadlock", "empty_plan"] as const),
    ...(["stagnation", "stall_limit", "budget_exceeded", "iteration_limit"] as const),
  ],
};
const statusOf = (reason: StopReason): string | undefined => Object.keys(STATUS).find((status) => STATUS[status]?.includes(reason));

it.each(STOP_RULES)("leads to its status for $reason, and to no other [S1.46]", ({ reason, stage }) => {
  expect(stage).toBe(statusOf(reason));
});

it.each(CAUSES)("stops for $reason [S1.46, S1.49, S2.38, C4.08, C4.11, S4.19]", ({ reason, lay }) => {
  expect(stopRuleOf(lay(RUNNING))?.reason).toBe(reason);
});

it.each(pairs)("prefers $first.reason to $second.reason [C1.03, C2.08, S1.49, S2.30, S2.31, 6.9 #5, U.stop, U.05]", ({ first, second }) => {
  expect(stopRuleOf(second.lay(first.lay(RUNNING)))?.reason).toBe(first.reason);
  expect(stopRuleOf(first.lay(second.lay(RUNNING)))?.reason).toBe(first.reason);
});

it("keeps the rows of the table in order [S1.46]", () => {
  expect(STOP_RULES.flatMap(({ row }) => row ?? [])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 8, 9, 10, 11]);
});

it("never stops for no_major_issues at level A, and at B only after a refinement there [S1.50, C1.01, C1.02, 6.9 #3, U.03]", () => {
  expect(stopRuleOf(at(base("A", ["a.completeness.types"]), { bRefines: 5 }))).toBeNull();
  expect(stopRuleOf(at(base("B", WARN_B), { bRefines: 0 }))).toBeNull();
  expect(stopRuleOf(at(base("B", WARN_B), { bRefines: 1 }))?.reason).toBe("no_major_issues");
});

it("lets level A go on to B in the last iteration, for the score is still to be had [S1.44, C1.04, C1.06]", () => {
  const passed = at(base("A", []), { iteration: 4, stagnation: 2 });
  expect(stopRuleOf(passed)).toBeNull();
  expect(conclude(passed, { at: 9, key: null }).map(({ kind }) => kind)).toEqual(["phase_switched"]);
  expect(stopRuleOf(at(base("A", RED_A), { iteration: 4 }))?.reason).toBe("iteration_limit");
});

it.each<{ when: string; run: Run; reason: StopReason | null }>([
  { when: "a step failed once", run: { ...RUNNING, errorState: { step: "PLAN", count: 1, message: "", retryable: true } }, reason: null },
  {
    when: "a step failed for good",
    run: { ...RUNNING, errorState: { step: "PLAN", count: 1, message: "", retryable: false } },
    reason: "phase_error",
  },
  {
    when: "only the reflection failed",
    run: { ...RUNNING, errorState: { step: "REFLECT", count: 3, message: "", retryable: false } },
    reason: null,
  },
  {
    when: "an audit objects",
    run: {
      ...RUNNING,
      audits: {
        last: { verdict: "BLOCK", drift: "none", issue: "", principle: "", correction: "" },
        calls: 1,
        lastAt: 1,
        beforeQa: false,
        owed: false,
        cleared: null,
      },
    },
    reason: "audit_block",
  },
  {
    when: "an audit cannot assess",
    run: {
      ...RUNNING,
      audits: {
        last: { verdict: "CANNOT_ASSESS", drift: "none", issue: "", principle: "", correction: "" },
        calls: 1,
        lastAt: 1,
        beforeQa: false,
        owed: false,
        cleared: null,
      },
    },
    reason: null,
  },
  { when: "the tokens are spent", run: { ...RUNNING, spend: { ...RUNNING.spend, input: 5_000_000 } }, reason: "budget_exceeded" },
  {
    when: "the dollars are spent",
    run: { ...RUNNING, plan: { ...j.PLAN, limits: { ...j.PLAN.limits, dollars: 1 } }, spend: { ...RUNNING.spend, dollars: 1 } },
    reason: "budget_exceeded",
  },
  {
    when: "the price is unknown",
    run: {
      ...RUNNING,
      plan: { ...j.PLAN, limits: { ...j.PLAN.limits, dollars: 1, tokens: null } },
      spend: { ...RUNNING.spend, dollars: null },
    },
    reason: null,
  },
  {
    when: "the base's tests are red and nameless",
    run: j.settledRun(...j.BEGUN.slice(0, -1), {
      kind: "base_scored",
      results: [],
      tests: { green: false, names: null, details: "exit code 1" },
    }),
    reason: null,
  },
  { when: "a spent run is being published", run: { ...RUNNING, stage: "publishing", budgetRefused: "cap" }, reason: null },
])("says $reason when $when [S0.43]", ({ run, reason }) => {
  expect(stopRuleOf(run)?.reason ?? null).toBe(reason);
});

it("is silent about a run that is over", () => {
  expect(stopRuleOf({ ...RUNNING, stage: "stopped", stopRequest: { by: "ana", note: "" } })).toBeNull();
});

it("lets an unreadable run do nothing at all", () => {
  const run: Run = { ...RUNNING, unreadable: "line 3" };
  expect([next(run), conclude(run, { at: 1, key: null })]).toEqual([{ kind: "stop", stage: "blocked", reason: "state_unreadable" }, []]);
});

it("fails with the reason, not with silence, on a base whose tests are red and nameless, and tries again when resumed", () => {
  const run = j.settledRun(...j.BEGUN.slice(0, -1), {
    kind: "base_scored",
    results: [],
    tests: { green: false, names: null, details: "exit code 1" },
  });
  expect([run.stage, run.ending]).toEqual(["failed", "setup_failed"]);
  expect(run.setup?.details).toContain("The tests fail on the base and name no test");
  const resumed = j.settledRun(
    ...j.BEGUN.slice(0, -1),
    { kind: "base_scored", results: [], tests: { green: false, names: null, details: "" } },
    { kind: "resumed", by: "ana" },
  );
  expect([resumed.setup, next(resumed).kind]).toEqual([null, "consume"]);
});

it("waits for the commit before it weighs: a loop that passed without a kept tree is not verified", () => {
  const passed = [...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED, j.evaluated(T1, "A")];
  const run = j.settledRun(...passed);
  expect([run.stage, run.progress.level, next(run).kind]).toEqual(["running", "A", "keep"]);
  expect(j.settledRun(...passed, j.kept(j.sha("c"))).progress.level).toBe("B");
});

it("lets a passing tree beat one with a red fail rule, whatever their scores", () => {
  const cheat = { ...j.evaluationOf(T1, "A", ["a.correctness.logic"]), passedWeight: 3, totalWeight: 3 };
  expect(isBetter(j.evaluationOf(j.sha("2"), "A", ["a.completeness.types"]), cheat)).toBe(true);
  expect(isBetter(cheat, j.evaluationOf(j.sha("2"), "A", ["a.correctness.logic", "a.completeness.types"]))).toBe(true);
});

it("asks for another approval where everything passes and nothing was changed", () => {
  const base = j.PLAN.base.tree;
  const hydrated: EventDraft = { kind: "run_hydrated", plan: { ...j.PLAN, workflow: "minor-edit" } };
  const run = j.settledRun(
    hydrated,
    ...j.BEGUN.slice(1),
    j.PLANNED,
    ...j.made(base),
    j.PREPARED,
    j.evaluated(base, "A"),
    j.PREPARED,
    j.evaluated(base, "B"),
  );
  expect(next(run)).toEqual({ kind: "stop", stage: "awaiting_approval", reason: "base_already_green" });
});

it("ends a run that is interrupted again and again without a stop", () => {
  const interrupted: EventDraft = { kind: "step_interrupted", step: "PLAN" };
  expect(j.settledRun(...j.BEGUN, interrupted).stage).toBe("running");
  expect(j.settledRun(...j.BEGUN, interrupted, interrupted)).toMatchObject({ stage: "failed", ending: "phase_error" });
});

it("counts no step as broken that was put down, however often, and forgets no trouble for it", () => {
  const putDown: EventDraft = { kind: "step_interrupted", step: "PLAN", putDown: true };
  expect(j.settledRun(...j.BEGUN, putDown, putDown, putDown)).toMatchObject({ stage: "running", errorState: null });
  const broken: EventDraft = { kind: "phase_error", step: "PLAN", message: "overloaded", retryable: true };
  expect(j.settledRun(...j.BEGUN, broken, putDown).errorState).toMatchObject({ message: "overloaded", count: 1 });
});

it("counts only the resumes of a failed run [S1.60]", () => {
  const resumed: EventDraft = { kind: "resumed", by: "ana" };
  expect(j.settledRun(...j.BEGUN, j.STOP, resumed)).toMatchObject({ revived: 0, claimed: false });
});
