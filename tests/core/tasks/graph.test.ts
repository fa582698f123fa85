/** The graph of atoms: what can begin, what is tried, probed, split, switched and given up, and how it is shown. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import type { Atom } from "#core/tasks/atom.ts";
import { countStalls, graphFiguresOf, isGraphFinished } from "#core/tasks/convergence.ts";
import { depthOf, type Graph, resolvedDependenciesOf } from "#core/tasks/graph.ts";
import { reviveGraph, withKept, withoutLost, withoutOrphans } from "#core/tasks/graph-moves.ts";
import { graphRecord } from "#core/tasks/graph-record.ts";
import { executableAtoms, isDeadlocked } from "#core/tasks/schedule.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import {
  attempt,
  due,
  graphWith,
  isOver,
  LIMITS,
  open,
  type Play,
  playOf,
  probed,
  split,
  standing,
  stateIn,
  take,
  turned,
} from "../stories/graph-play.ts";

const [T1, T2, T3] = [j.sha("1"), j.sha("2"), j.sha("3")];
const CHAIN = [anAtom("A1"), anAtom("A2", { dependsOn: ["A1"] })];
const WAYS = [
  anAtom("A1"),
  anAtom("A4", { group: "way", dependsOn: ["A1"] }),
  anAtom("A6", { group: "way", dependsOn: ["A1"] }),
  anAtom("A5", { dependsOn: ["A4"] }),
];

const ids = (graph: Graph, iteration = 1): readonly string[] => executableAtoms(graph, iteration, LIMITS).map(({ atom }) => atom.id);

/** Fails an atom as often as it may, an iteration each. */
function spent(play: Play, atom: string): Play {
  return attempt(turned(attempt(play, atom, null)), atom, null);
}

it.each<{ what: string; graph: Graph; can: readonly string[] }>([
  { what: "only what waits for nothing", graph: graphWith(CHAIN), can: ["A1"] },
  { what: "what has all that it waits for", graph: graphWith(CHAIN, { A1: { status: "resolved" } }), can: ["A2"] },
  { what: "only the chosen alternative", graph: graphWith(WAYS, { A1: { status: "resolved" } }), can: ["A4"] },
  { what: "nothing that failed in this iteration", graph: graphWith(CHAIN, { A1: { attempts: 1, triedIn: 1 } }), can: [] },
  { what: "what failed in an earlier one", graph: graphWith(CHAIN, { A1: { attempts: 1, triedIn: 0 } }), can: ["A1"] },
  { what: "nothing that failed too often", graph: graphWith(CHAIN, { A1: { attempts: 2 } }), can: [] },
  { what: "nothing doubtful before it is probed", graph: graphWith([anAtom("A1", { doubtful: true })]), can: [] },
  { what: "nothing that is in hand", graph: graphWith(CHAIN, { A1: { status: "resolved" }, A2: { status: "in_progress" } }), can: ["A2"] },
])("can do $what [S2.23, S2.32, C2.03]", ({ graph, can }) => {
  expect(ids(graph)).toEqual(can);
});

it.each<{ what: string; atoms: readonly Atom[]; order: readonly string[] }>([
  {
    what: "more dependants, direct or not",
    atoms: [anAtom("A1"), anAtom("A2"), anAtom("A3", { dependsOn: ["A2"] }), anAtom("A4", { dependsOn: ["A3"] })],
    order: ["A2", "A1"],
  },
  {
    what: "then the priority",
    atoms: [anAtom("A1", { priority: 3 }), anAtom("A2", { priority: 1 }), anAtom("A3")],
    order: ["A2", "A3", "A1"],
  },
  { what: "then the id, as a number", atoms: [anAtom("A10"), anAtom("A2"), anAtom("A1")], order: ["A1", "A2", "A10"] },
  {
    what: "dependants of the whole group",
    atoms: [anAtom("A1"), anAtom("A2", { group: "way" }), anAtom("A3", { group: "way" }), anAtom("A4", { dependsOn: ["A3"] })],
    order: ["A2", "A1"],
  },
])("orders by $what [S2.25, C4.15]", ({ atoms, order }) => {
  expect(ids(graphWith(atoms))).toEqual(order);
});

it("never counts alternatives that are not needed, and calls them skipped [C2.01]", () => {
  const done = attempt(attempt(attempt(playOf(graphWith(WAYS)), "A1", T1), "A4", T2), "A5", T3);
  expect(standing(done)).toEqual({ A1: "resolved", A4: "resolved", A6: "skipped", A5: "resolved" });
  expect([open(done), isGraphFinished(done.graph), graphFiguresOf(done.graph).total]).toEqual([[], true, 3]);
});

it("switches to the next alternative at the first failure, writes the trail, and lets dependants follow the group [S2.28, C2.02, U.10]", () => {
  const switched = attempt(attempt(playOf(graphWith(WAYS)), "A1", T1), "A4", null);
  expect(standing(switched)).toEqual({ A1: "resolved", A4: "failed", A6: "pending", A5: "pending" });
  expect(switched.graph.switches).toEqual([{ group: "way", from: "A4", to: "A6", reason: "auto-backtrack: A4 failed: no", at: 0 }]);
  expect(due(switched)).toEqual({ kind: "produce", atom: "A6" });
  const after = attempt(switched, "A6", T2);
  expect(due(after)).toEqual({ kind: "produce", atom: "A5" });
  expect(resolvedDependenciesOf(after.graph, stateIn(after, "A5")).map(({ atom }) => atom.id)).toEqual(["A6"]);
});

it("exhausts a group: the last alternative has all attempts and a probe, then nothing is left [S2.28, C2.06, U.10]", () => {
  const last = spent(attempt(attempt(playOf(graphWith(WAYS)), "A1", T1), "A4", null), "A6");
  expect(due(last)).toEqual({ kind: "probe", atoms: ["A6"] });
  const over = take(last, probed("A6", false));
  expect(standing(over)).toEqual({ A1: "resolved", A4: "failed", A6: "failed", A5: "pending" });
  expect([due(over), isOver(over), isGraphFinished(over.graph)]).toEqual([null, true, false]);
});

it("tries an atom twice, in two iterations, then probes it once [C2.06, C4.16]", () => {
  const first = attempt(playOf(graphWith(CHAIN)), "A1", null);
  expect([due(first), stateIn(first, "A1")]).toMatchObject([null, { status: "pending", attempts: 1, why: "no" }]);
  const second = attempt(turned(first), "A1", null);
  expect(due(second)).toEqual({ kind: "probe", atoms: ["A1"] });
  const believed = take(second, probed("A1", true));
  expect(due(believed)).toEqual({ kind: "decompose", atom: "A1" });
  const not = take(second, probed("A1", false));
  expect([stateIn(not, "A1").status, due(not)]).toEqual(["failed", null]);
  expect(stateIn(not, "A1").why).toBe("failed 2 times, and a probe says that it cannot be done: looked");
});

it("probes what is doubtful before the first attempt, at most three at once; a no decides only between alternatives [S2.11, M2.05]", () => {
  const doubtful = ["A1", "A2", "A3", "A4"].map((id) => anAtom(id, { doubtful: true }));
  const play = playOf(graphWith(doubtful));
  expect(due(play)).toEqual({ kind: "probe", atoms: ["A1", "A2", "A3"] });
  const rest = take(play, probed("A1", false), probed("A2", true), probed("A3", true));
  expect(due(rest)).toEqual({ kind: "probe", atoms: ["A4"] });
  expect(due(take(rest, probed("A4", true)))).toEqual({ kind: "produce", atom: "A1" });
  const ways = [anAtom("A1", { group: "way", doubtful: true }), anAtom("A2", { group: "way", doubtful: true })];
  const other = take(playOf(graphWith(ways)), probed("A1", false));
  expect([standing(other), due(other)]).toEqual([
    { A1: "failed", A2: "pending" },
    { kind: "probe", atoms: ["A2"] },
  ]);
  expect(due(take(other, probed("A2", false)))).toEqual({ kind: "produce", atom: "A2" });
});

it("never runs a parent that was split; resolves it when its parts are done, and then what waits for it [S2.19, C2.04, U.10]", () => {
  const parts = split(take(spent(playOf(graphWith(CHAIN)), "A1"), probed("A1", true)), "A1");
  expect([open(parts), due(parts)]).toEqual([["A2", "A1.1", "A1.2"], { kind: "produce", atom: "A1.1" }]);
  expect(depthOf(parts.graph, stateIn(parts, "A1.1"))).toBe(1);
  const half = attempt(parts, "A1.1", T1);
  expect([stateIn(half, "A1").status, due(half)]).toEqual(["pending", { kind: "produce", atom: "A1.2" }]);
  const whole = take(take({ ...half, tree: T2 }, { kind: "atom_started", atom: "A1.2" }), j.resolved("A1.2", ["b.js"]));
  expect(stateIn(whole, "A1")).toMatchObject({
    status: "resolved",
    binding: { summary: "completed via A1.1, A1.2", artifacts: ["src/split.js", "b.js"] },
  });
  expect(due(whole)).toEqual({ kind: "produce", atom: "A2" });
  const bare = graphWith([...CHAIN], { A1: { status: "resolved" } });
  const silent = take(playOf({ ...bare, atoms: bare.atoms.map((state) => ({ ...state, parent: state.atom.id === "A1" ? "A2" : null })) }));
  expect(take(silent, probed("A9", true)).graph.atoms[1]?.binding).toEqual({ summary: "completed via A1", artifacts: [] });
});

it("fails an atom whose part has failed, and takes the work of its parts back when an alternative is tried [S2.21, M2.04]", () => {
  const ways = [anAtom("A1", { group: "way" }), anAtom("A2", { group: "way" }), anAtom("A3")];
  const last = playOf(graphWith(ways, { A2: { status: "failed" } }));
  const parts = split(take(spent(last, "A1"), probed("A1", true)), "A1");
  const half = attempt(parts, "A1.1", T1);
  // The other alternative is open again, as after a resume.
  const again = {
    ...half,
    graph: {
      ...half.graph,
      atoms: half.graph.atoms.map((state) => (state.atom.id === "A2" ? { ...state, status: "pending" as const } : state)),
    },
  };
  const broken = take(again, { kind: "atom_failed", atom: "A1.2", why: "no way", final: true });
  expect(standing(broken)).toEqual({ A1: "failed", A2: "pending", A3: "pending", "A1.1": "skipped", "A1.2": "failed" });
  expect([broken.tree, stateIn(broken, "A1.1").binding, stateIn(broken, "A1").why]).toEqual([j.sha("0"), null, "its part A1.2: no way"]);
  expect(isGraphFinished(attempt(attempt(broken, "A2", T2), "A3", T3).graph)).toBe(true);
  const between = take(attempt(again, "A3", T2), { kind: "atom_failed", atom: "A1.2", why: "no way", final: true });
  expect([between.tree, standing(between)["A2"]]).toEqual([T2, "pending"]);
});

it("does not split what is as deep as it may be, and fails it instead [C2.05]", () => {
  let play = playOf(graphWith([anAtom("A1")]));
  for (const id of ["A1", "A1.1", "A1.1.1"]) play = split(take(spent(play, id), probed(id, true)), id);
  const deepest = take(spent(play, "A1.1.1.1"), probed("A1.1.1.1", true));
  expect(stateIn(deepest, "A1.1.1.1").why).toBe("failed 2 times, and was split as often as it may be: no");
  expect(standing(deepest)).toMatchObject({ A1: "failed", "A1.1": "failed", "A1.1.1": "failed", "A1.1.1.2": "skipped" });
});

it.each<{ what: string; play: (play: Play) => Play; stalls: number }>([
  { what: "an atom that is resolved", play: (play) => attempt(play, "A1", T1), stalls: 0 },
  { what: "an atom that fails", play: (play) => attempt(play, "A1", null), stalls: 1 },
  { what: "another alternative", play: (play) => attempt(play, "A4", null), stalls: 0 },
  { what: "nothing at all", play: (play) => play, stalls: 1 },
  { what: "a probe alone", play: (play) => take(play, probed("A1", true)), stalls: 1 },
  { what: "a split", play: (play) => split(play, "A1"), stalls: 0 },
  { what: "a split without credit", play: (play) => split({ ...play, graph: withSplits(play.graph, 3) }, "A1"), stalls: 1 },
])("counts $what as $stalls stalls [S2.29, C2.05]", ({ play, stalls }) => {
  const graph = graphWith([anAtom("A1"), anAtom("A2"), anAtom("A4", { group: "way" }), anAtom("A6", { group: "way" })]);
  expect(countStalls(play(playOf(graph)).graph, 1).stalls).toBe(stalls);
});

function withSplits(graph: Graph, number: number): Graph {
  return { ...graph, decompositions: Array.from({ length: number }, () => ({ parent: "A9", children: [], reason: "r", at: 0 })) };
}

it("counts an iteration once, however often it is judged, and begins anew after progress [C2.07, S2.29]", () => {
  const stuck = attempt(playOf(graphWith(CHAIN)), "A1", null).graph;
  const once = countStalls(stuck, 1);
  expect([once.stalls, countStalls(once, 1)]).toEqual([1, once]);
  const twice = countStalls(once, 2);
  expect(twice.stalls).toBe(2);
  expect(countStalls(attempt(playOf(twice, 3), "A1", T1).graph, 3).stalls).toBe(0);
  expect(countStalls(graphWith([anAtom("A1")], { A1: { status: "resolved" } }), 1).stalls).toBe(0);
});

it("begins anew what was in hand, and does again what is not on the branch [S2.24, 6.9 #11, acceptance 11, U.11]", () => {
  const graph = graphWith(WAYS, { A1: { status: "resolved", kept: true }, A4: { status: "resolved" }, A5: { status: "in_progress" } });
  expect(standing(playOf(withoutOrphans(graph)))).toMatchObject({ A1: "resolved", A4: "resolved", A5: "pending" });
  expect(standing(playOf(withoutLost(graph)))).toMatchObject({ A1: "resolved", A4: "pending" });
  expect(standing(playOf(withoutLost(withKept(graph))))).toMatchObject({ A1: "resolved", A4: "resolved" });
});

it("gives what failed new attempts when somebody resumes the run, and keeps the alternative that was done [C2.18]", () => {
  const over = take(spent(attempt(playOf(graphWith(WAYS)), "A1", T1), "A4"), probed("A6", false));
  const again = reviveGraph({ ...over.graph, stalls: 3 });
  expect([standing(playOf(again)), again.stalls, again.selected]).toEqual([
    { A1: "resolved", A4: "pending", A6: "skipped", A5: "pending" },
    0,
    { way: "A4" },
  ]);
  const done = reviveGraph(attempt(attempt(playOf(graphWith(WAYS)), "A4", null), "A6", T1).graph);
  expect([done.selected, standing(playOf(done))["A6"]]).toEqual([{ way: "A6" }, "resolved"]);
});

it("is deadlocked when atoms are left and none can begin [S2.24, U.10]", () => {
  expect(isDeadlocked(graphWith([anAtom("A1", { dependsOn: ["A2"] }), anAtom("A2", { dependsOn: ["A1"] })]))).toBe(true);
  const lost = graphWith([anAtom("A1", { dependsOn: ["A9"] }), anAtom("A2"), anAtom("A3")]);
  expect([ids(lost), resolvedDependenciesOf(lost, stateIn(playOf(lost), "A1")), isDeadlocked(lost)]).toEqual([["A2", "A3"], [], false]);
  expect(isDeadlocked(graphWith(CHAIN))).toBe(false);
  expect(isDeadlocked(graphWith([anAtom("A1")], { A1: { status: "resolved" } }))).toBe(false);
});

it("changes nothing for an event that has no place in the graph [S2.21]", () => {
  const done = graphWith(CHAIN, { A1: { status: "resolved", binding: { summary: "s", artifacts: [] } }, A2: { status: "failed" } });
  const events: readonly EventDraft[] = [
    { kind: "atom_started", atom: "A1" },
    { kind: "atom_started", atom: "A9" },
    probed("A9", true),
    j.resolved("A2"),
    j.resolved("A9"),
    j.failedOnce("A1"),
    j.failedOnce("A9"),
    { kind: "atom_failed", atom: "A1", why: "", final: true },
    { kind: "atom_decomposed", parent: "A1", children: [anAtom("A1.1"), anAtom("A1.2")], reason: "r" },
    { kind: "atom_decomposed", parent: "A9", children: [anAtom("A9.1"), anAtom("A9.2")], reason: "r" },
  ];
  expect(take(playOf(done), ...events).graph).toEqual(done);
  const parts = split(playOf(graphWith(CHAIN)), "A1");
  expect([split(parts, "A1").graph.atoms.length, take(parts, { kind: "atom_started", atom: "A1" }).graph]).toEqual([4, parts.graph]);
});

it("shows the graph in run.json under S2's names [S2.15, S2.18, S2.19, S2.20, S2.33]", () => {
  const played = attempt(attempt(attempt(playOf(graphWith(WAYS)), "A1", T1), "A4", null), "A6", T2);
  const record = graphRecord(split(played, "A5").graph);
  expect(record).toMatchObject({
    atoms: [
      { id: "A1", status: "resolved", depends_on: [], or_group: null, decomposed_from: null },
      { id: "A4", status: "failed", or_group: "way", attempts: 1 },
      { id: "A6", status: "resolved", or_group: "way" },
      { id: "A5", status: "pending", depends_on: ["A4"] },
      { id: "A5.1", decomposed_from: "A5" },
      { id: "A5.2", depends_on: ["A4", "A5.1"] },
    ],
    or_groups: [{ name: "way", choices: ["A4", "A6"], selected: "A6", failed: ["A4"] }],
    decompositions: [{ parent: "A5", children: ["A5.1", "A5.2"], reason: "r", at: 0 }],
    bindings: [{ atom: "A1", summary: "A1 is done", artifacts: ["src/split.js"] }, { atom: "A6" }],
    trail: [{ group: "way", from: "A4", to: "A6" }],
    metrics: { unresolved: 2, resolved: 2, or_switches: 1, stall_count: 0 },
  });
});
