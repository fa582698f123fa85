/** What each of the four kinds of redirect does that no other does. */
import { describe, expect, it } from "vitest";
import { next } from "#core/decide/next.ts";
import type { RedirectChange } from "#core/events/data/correction.ts";
import type { EventDraft, EventOf } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { reopenAtoms } from "#core/tasks/reopen.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import { graphWith } from "./graph-play.ts";

const [T1, T2, C1] = [j.sha("1"), j.sha("2"), j.sha("c")];
const RED = ["a.correctness.logic"];
const ATOMS = [anAtom("A1"), anAtom("A2", { dependsOn: ["A1"] }), anAtom("A3"), anAtom("A4"), anAtom("A5", { dependsOn: ["A4"] })];

/** A1, A2 and A3 are done and kept with one rule red; A4 was tried once and A5 waits for it. */
const KEPT: readonly EventDraft[] = [
  { kind: "run_hydrated", plan: { ...j.PLAN, atoms: ATOMS } },
  ...j.BEGUN.slice(1),
  j.PLANNED,
  ...["A1", "A2", "A3"].flatMap((atom) => [j.worked(T1, atom), j.resolved(atom)]),
  j.PREPARED,
  ...[j.worked(T1, "A4"), j.failedOnce("A4")],
  j.evaluated(T1, "A", RED),
  j.kept(C1),
];
const redirected = (change: RedirectChange, reopens: readonly string[] | null = []): Run =>
  j.settledRun(...KEPT, j.REDIRECT, j.redirected(change, 0, reopens));
const standing = ({ graph }: Run): readonly unknown[] => graph.atoms.map(({ status, attempts }) => [status, attempts]);
const DONE = Array.from({ length: 3 }, () => ["resolved", 0]);
const TRIED = ["pending", 1];
const NEW = ["pending", 0];

describe("of the four kinds of redirect [S2.09]", () => {
  it("objective_change has another plan made, and approved", () => {
    const run = redirected("objective_change");
    expect([run.stage, run.approval, run.graph.atoms, next(run).kind]).toEqual(["hydrating", null, [], "hydrate"]);
  });

  it("constraint_change leaves the work graph as it is, and measures nothing by what was made under the old bounds", () => {
    const run = redirected("constraint_change");
    expect(standing(run)).toEqual([...DONE, TRIED, NEW]);
    expect(run.progress).toMatchObject({ best: null, evaluation: null, lastScore: null, tree: T1, head: { commit: C1 } });
    const worse = [...j.made(T2), j.PREPARED, j.evaluated(T2, "A", [...RED, "a.completeness.types"])];
    const next = (change: RedirectChange) => j.settledRun(...KEPT, j.REDIRECT, j.redirected(change), j.PLANNED, ...worse).progress;
    expect([next("constraint_change").best?.evaluation.tree, next("plan_change").best?.evaluation.tree]).toEqual([T2, T1]);
  });

  it("constraint_change of work that was shown keeps it, until what passes takes its place", () => {
    const shown = { ...j.settledRun(...KEPT, j.REDIRECT), sentBack: C1 };
    const run = evolve(shown, { ...j.redirected("constraint_change"), at: 1 } as EventOf<"redirected">);
    expect(run.progress.best?.evaluation.tree).toBe(T1);
  });

  it("plan_change begins anew all that is open, and keeps what is done and how it was scored", () => {
    const run = redirected("plan_change");
    expect(standing(run)).toEqual([...DONE, NEW, NEW]);
    expect(run.progress.best?.evaluation.tree).toBe(T1);
  });

  it("result_change opens what it names again, and what rests on it, though it is on the branch", () => {
    const run = redirected("result_change", ["A1"]);
    expect(standing(run)).toEqual([NEW, NEW, ["resolved", 0], TRIED, NEW]);
    expect(run.graph.atoms[0]).toMatchObject({ binding: null, kept: false, after: "" });
    expect(run.progress.best?.evaluation.tree).toBe(T1);
    expect(next(j.settledRun(...KEPT, j.REDIRECT, j.redirected("result_change", 0, ["A1"]), j.PLANNED))).toEqual({
      kind: "produce",
      atom: "A1",
    });
  });

  it("result_change opens all results again where it names none that is there", () => {
    expect(standing(redirected("result_change", ["A5", "A9"]))).toEqual([NEW, NEW, NEW, TRIED, NEW]);
  });

  it.each<RedirectChange>(["constraint_change", "plan_change", "result_change"])(
    "%s of an earlier version does what plan_change does",
    (change) => {
      const { graph, progress } = redirected("plan_change");
      expect(redirected(change, null)).toMatchObject({ graph, progress });
    },
  );

  it.each<RedirectChange>(["constraint_change", "plan_change", "result_change"])("%s tries again what had failed for good", (change) => {
    const failed: EventDraft = { kind: "atom_failed", atom: "A4", why: "no", final: true };
    const run = j.settledRun(...KEPT.slice(0, -4), failed, ...KEPT.slice(-2), j.REDIRECT, j.redirected(change));
    expect([run.stage, run.graph.atoms[3]?.status, run.graph.atoms[3]?.attempts]).toEqual(["running", "pending", 0]);
  });
});

it.each<{ what: string; named: string; again: readonly string[] }>([
  { what: "a part: the whole, its other parts, and what waits for it", named: "A1.2", again: ["A1", "A2", "A1.1", "A1.2"] },
  { what: "the whole: its parts too", named: "A1", again: ["A1", "A2", "A1.1", "A1.2"] },
  { what: "one alternative: what waits for any of them", named: "A3", again: ["A3", "A5"] },
])("reopens $what", ({ named, again }) => {
  const atoms = [anAtom("A1"), anAtom("A2", { dependsOn: ["A1"] }), anAtom("A3", { group: "way" }), anAtom("A4", { group: "way" })];
  const graph = graphWith([...atoms, anAtom("A5", { dependsOn: ["A4", "A9"] }), anAtom("A1.1"), anAtom("A1.2"), anAtom("A6")]);
  const parents: Readonly<Record<string, string>> = { "A1.1": "A1", "A1.2": "A1" };
  const states = graph.atoms.map((state) => ({ ...state, status: "resolved", parent: parents[state.atom.id] ?? null }) as const);
  const reopened = reopenAtoms({ ...graph, atoms: states }, [named]);
  expect(reopened.atoms.filter(({ status }) => status === "pending").map(({ atom }) => atom.id)).toEqual(again);
});
