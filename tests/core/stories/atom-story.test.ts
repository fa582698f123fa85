import { expect, it } from "vitest";
import { isSameCommand } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import { stopRuleOf } from "#core/decide/stop.ts";
import type { EventDraft } from "#core/events/event.ts";
import { auditContextOf } from "#core/iteration/audit-context.ts";
import { draftsOfReport, type WorkerReport } from "#core/iteration/worker-report.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Atom } from "#core/tasks/atom.ts";
import { atomStatusOf } from "#core/tasks/graph.ts";
import { anAtom, aProbe } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2, T3] = [j.sha("1"), j.sha("2"), j.sha("3")];
const TWO = [anAtom("A1"), anAtom("A2")];
const RED = ["a.correctness.logic"];

/** Up to PRODUCE, over these atoms. */
function begun(atoms: readonly Atom[], limits: Partial<typeof j.PLAN.limits> = {}): readonly EventDraft[] {
  const plan = { ...j.PLAN, atoms: [...atoms], limits: { ...j.PLAN.limits, ...limits } };
  return [{ kind: "run_hydrated", plan }, ...j.BEGUN.slice(1), j.PLANNED];
}
const done = (atom: string, tree: string): readonly EventDraft[] => [j.worked(tree, atom), j.resolved(atom)];
const gaveUp = (atom: string, tree = j.sha("0")): readonly EventDraft[] => [j.worked(tree, atom), j.failedOnce(atom)];
const refined = (tree: string): readonly EventDraft[] => [j.CRITIQUED, j.refined(tree, tree), j.PLANNED];
const standing = ({ graph }: Run) => graph.atoms.map((state) => `${state.atom.id} ${atomStatusOf(graph, state)}`);
const nextOf = (...drafts: readonly EventDraft[]) => next(j.settledRun(...drafts));

it("does one atom after another in an iteration, then prepares what PREPARE missed, then evaluates [S1.20, C4.07, X.02]", () => {
  const start = begun(TWO);
  expect(nextOf(...start)).toEqual({ kind: "produce", atom: "A1" });
  expect(standing(j.settledRun(...start))).toEqual(["A1 in_progress", "A2 pending"]);
  expect(nextOf(...start, ...done("A1", T1), j.PREPARED)).toEqual({ kind: "produce", atom: "A2" });
  expect(nextOf(...start, ...done("A1", T1), ...done("A2", T2))).toEqual({ kind: "prepare" });
  expect(nextOf(...start, ...done("A1", T1), j.PREPARED, ...done("A2", T2))).toMatchObject({ kind: "evaluate" });
});

it("works on the open steps of an iteration in which no atom is open [C1.05]", () => {
  const first = [...begun([anAtom("A1")]), ...done("A1", T1), j.PREPARED, j.evaluated(T1, "A", RED), j.kept(j.sha("c"))];
  expect(nextOf(...first, ...refined(T2))).toEqual({ kind: "produce", atom: null });
  expect(nextOf(...first, ...refined(T2), j.worked(T2, null), j.PREPARED)).toMatchObject({ kind: "evaluate" });
});

it("tries a failed atom again in the next iteration, over the refined tree [S2.26, C2.06]", () => {
  const first = [...begun(TWO), ...gaveUp("A1"), j.PREPARED, ...done("A2", T1)];
  expect(nextOf(...first)).toMatchObject({ kind: "evaluate" });
  const scored = [...first, j.evaluated(T1, "A", RED), j.kept(j.sha("c"))];
  expect(nextOf(...scored, ...refined(T2))).toEqual({ kind: "produce", atom: "A1" });
  expect(j.settledRun(...scored).graph.stalls).toBe(0);
});

it("goes on with the open atoms while the rules hold, and the limit of iterations holds too [S2.38, X.02, C4.08]", () => {
  const passed = [
    ...begun(TWO),
    ...done("A1", T1),
    j.PREPARED,
    ...gaveUp("A2", T1),
    j.evaluated(T1, "A"),
    j.kept(j.sha("c")),
    j.PREPARED,
    j.evaluated(T1, "B"),
  ];
  const run = j.settledRun(...passed);
  expect([run.stage, run.progress.iteration, run.progress.cause, next(run).kind]).toEqual(["running", 2, "atoms", "plan"]);
  const both = j.settledRun(...passed, j.PLANNED, ...done("A2", T2), j.PREPARED, j.evaluated(T2, "B"), j.kept(j.sha("d"), j.sha("c")));
  expect([both.stage, both.passedBy]).toEqual(["verifying", "threshold_reached"]);
  const last = j.settledRun(...begun(TWO, { iterations: 1 }), ...passed.slice(begun(TWO).length));
  expect(next(last)).toEqual({ kind: "reflect", stage: "stopped", reason: "iteration_limit" });
});

it("stops when iterations in a row bring no atom further [S2.29, S2.30, C2.07]", () => {
  const round = (tree: string): readonly EventDraft[] => [...gaveUp("A1", T1), j.PREPARED, j.evaluated(tree, "A", RED)];
  const limits = { atomAttempts: 9, stalls: 2, iterations: 9 };
  const first = [...begun([anAtom("A1")], limits), ...round(T1), j.kept(j.sha("c"))];
  expect(j.settledRun(...first).graph.stalls).toBe(1);
  const second = j.settledRun(...first, ...refined(T1), ...round(T1));
  expect(next(second)).toEqual({ kind: "reflect", stage: "stopped", reason: "stall_limit" });
  const resumed = evolve({ ...second, stage: "stopped" }, { kind: "resumed", by: "ana", at: 99_000 });
  expect([resumed.graph.stalls, resumed.graph.atoms[0]?.attempts]).toEqual([0, 0]);
});

it("lets level A go on to B before it counts stalls", () => {
  const run = j.settledRun(
    ...begun([anAtom("A1")], { stalls: 1 }),
    ...gaveUp("A1", T1),
    j.PREPARED,
    j.evaluated(T1, "A"),
    j.kept(j.sha("c")),
  );
  expect([run.progress.level, run.graph.stalls, stopRuleOf(run)]).toEqual(["B", 1, null]);
});

it("scores what was done before it stops at a dead end, and keeps it [S2.28, C2.06]", () => {
  const broken: readonly EventDraft[] = [
    ...begun(TWO, { atomAttempts: 1 }),
    ...done("A1", T1),
    j.PREPARED,
    ...gaveUp("A2", T1),
    { kind: "atom_probed", atom: "A2", probe: aProbe(false) },
  ];
  expect(nextOf(...broken)).toMatchObject({ kind: "evaluate" });
  const scored = j.settledRun(...broken, j.evaluated(T1, "A", RED), j.kept(j.sha("c")));
  expect([next(scored), scored.progress.head.commit]).toEqual([{ kind: "reflect", stage: "stopped", reason: "atom_failed" }, j.sha("c")]);
  const nothing = j.settledRun(...begun([anAtom("A2")], { atomAttempts: 1 }), ...gaveUp("A2"), {
    kind: "atom_probed",
    atom: "A2",
    probe: aProbe(false),
  });
  expect(next(nothing)).toMatchObject({ reason: "atom_failed" });
});

it.each<{ what: string; atoms: readonly Atom[]; reason: string }>([
  {
    what: "atoms that wait for each other",
    atoms: [anAtom("A1", { dependsOn: ["A2"] }), anAtom("A2", { dependsOn: ["A1"] })],
    reason: "deadlock",
  },
  { what: "no atom at all", atoms: [], reason: "empty_plan" },
])("stops with $reason at $what, should a plan ever hold that [S2.24, S2.30, 6.9 #10]", ({ atoms, reason }) => {
  expect(nextOf(...begun(atoms).slice(0, -1))).toEqual({ kind: "reflect", stage: "stopped", reason });
});

it("opens again what an iteration resolved that is not kept, and what died with its machine [S2.24, X.08]", () => {
  const first = [...begun(TWO), ...done("A1", T1), j.PREPARED, ...gaveUp("A2", T1), j.evaluated(T1, "A", RED), j.kept(j.sha("c"))];
  const second = [...first, ...refined(T2), ...done("A2", T3), j.PREPARED];
  const worse = j.settledRun(...second, j.evaluated(T3, "A", ["a.correctness.logic", "a.completeness.types"]));
  expect([worse.progress.tree, standing(worse)]).toEqual([T1, ["A1 resolved", "A2 pending"]]);
  const resumed = j.settledRun(...second, j.STOP, { kind: "resumed", by: "ana" }, { ...j.CONSUMED, worker: "902" } as EventDraft);
  expect([resumed.progress.tree, resumed.progress.step, standing(resumed)]).toEqual([T1, "PLAN", ["A1 resolved", "A2 pending"]]);
});

it("takes work that changed nothing for kept: there is nothing to lose", () => {
  const base = j.PLAN.base.tree;
  const run = j.settledRun(...begun([anAtom("A1")]), ...done("A1", base), j.PREPARED, j.evaluated(base, "A", RED));
  expect(run.graph.atoms[0]).toMatchObject({ status: "resolved", kept: true });
});

it("takes the tree back that the parts of an alternative made [M2.04]", () => {
  const switched: EventDraft = { kind: "or_switched", group: "way", from: "A1", to: "A2", reason: "r", tree: T1 };
  expect(j.settledRun(...begun(TWO), j.worked(T2, "A1"), switched).progress).toMatchObject({ tree: T1 });
  expect(j.settledRun(...begun(TWO), j.worked(T2, "A1"), { ...switched, tree: null }).progress.tree).toBe(T2);
});

const ACCOUNT: WorkerReport = { success: true, summary: "s", details: "d", issues: ["i"], nextSteps: ["n"] };
const SEEN = { tree: T2, changed: ["a.js"], refused: [], toolCalls: 2, lastCalls: [] };
const RUN = j.settledRun(...begun(TWO), ...done("A1", T1));

it.each<{ what: string; atom: string | null; account: WorkerReport | null; halted: boolean; tree: string; kinds: readonly string[] }>([
  { what: "success", atom: "A2", account: ACCOUNT, halted: false, tree: T2, kinds: ["artifact_created", "atom_resolved"] },
  {
    what: "a failure",
    atom: "A2",
    account: { ...ACCOUNT, success: false },
    halted: false,
    tree: T1,
    kinds: ["artifact_created", "atom_failed"],
  },
  { what: "no account", atom: "A2", account: null, halted: false, tree: T1, kinds: ["artifact_created", "atom_failed"] },
  { what: "an audit that stopped it", atom: "A2", account: ACCOUNT, halted: true, tree: T1, kinds: ["artifact_created"] },
  { what: "steps that failed", atom: null, account: { ...ACCOUNT, success: false }, halted: false, tree: T2, kinds: ["artifact_created"] },
])(
  "keeps of $what only what may stay; artifacts are what the diff shows [S2.12, S2.26, M2.03]",
  ({ atom, account, halted, tree, kinds }) => {
    const drafts = draftsOfReport(RUN, atom, { observed: SEEN, report: account, problem: "ended by time", halted });
    expect(drafts.map(({ kind }) => kind)).toEqual(kinds);
    expect(drafts[0]).toMatchObject({
      tree,
      toolCalls: 2,
      changed: tree === T2 ? ["a.js"] : [],
      summary: account === null ? "[ended by time]" : "s\nd",
    });
    const [, said] = drafts;
    if (said?.kind === "atom_resolved") expect(said.binding).toEqual({ summary: "s", artifacts: ["a.js"] });
    if (said?.kind === "atom_failed") expect([said.why, said.final]).toEqual([account === null ? "ended by time" : "s", false]);
  },
);

it("begins from the base where nothing was made yet", () => {
  const [made] = draftsOfReport(j.settledRun(...begun(TWO)), "A1", { observed: SEEN, report: null, problem: "p", halted: false });
  expect(made).toMatchObject({ tree: j.PLAN.base.tree });
});

it("tells commands about different things apart: another driver may have done the atom", () => {
  expect(isSameCommand({ kind: "produce", atom: "A1" }, { kind: "produce", atom: "A1" })).toBe(true);
  expect(isSameCommand({ kind: "produce", atom: "A1" }, { kind: "produce", atom: "A2" })).toBe(false);
  expect(isSameCommand({ kind: "decompose", atom: "A1" }, { kind: "decompose", atom: "A2" })).toBe(false);
  expect(isSameCommand({ kind: "probe", atoms: ["A1", "A2"] }, { kind: "probe", atoms: ["A1"] })).toBe(false);
  expect(isSameCommand({ kind: "settle", effect: "plan" }, { kind: "settle", effect: "status" })).toBe(false);
  expect(isSameCommand({ kind: "keep", tree: "t1" }, { kind: "keep", tree: "t2" })).toBe(false);
  expect(isSameCommand({ kind: "plan" }, { kind: "plan" })).toBe(true);
});

it("shows the atom in hand to the auditor, and the graph in run.json [S2.15]", () => {
  const trail = { tools: [], errors: [], pending: null, patch: null };
  expect(auditContextOf(RUN, trail).atom).toBe("A2: do A2");
  expect(runJsonOf(RUN, String)).toMatchObject({
    atoms: [
      { id: "A1", status: "resolved" },
      { id: "A2", status: "in_progress" },
    ],
  });
});
