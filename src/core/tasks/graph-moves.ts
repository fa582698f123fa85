/**
 * The moves of the work graph: each function makes one change. A move that does not fit the graph changes nothing: any
 * prefix of a journal is a legal run.
 */
import type { Atom, AtomId, Binding, Probe } from "./atom.ts";
import { type AtomState, atomIn, childrenOf, firstChoices, type Graph, untriedAtom } from "./graph.ts";

/** The graph with these atoms changed. */
function changed(graph: Graph, concerns: (state: AtomState) => boolean, change: Partial<AtomState>): Graph {
  return { ...graph, atoms: graph.atoms.map((state) => (concerns(state) ? { ...state, ...change } : state)) };
}

function open(id: AtomId): (state: AtomState) => boolean {
  return ({ atom, status }) => atom.id === id && (status === "pending" || status === "in_progress");
}

/** An atom is started, unless it was split. `tree`: the work so far. */
export function markStarted(graph: Graph, id: AtomId, tree: string): Graph {
  return changed(graph, (state) => open(id)(state) && childrenOf(graph, state).length === 0, {
    status: "in_progress",
    before: tree,
  });
}

/** The work that an atom in hand is laid over: others may have changed it since the atom was started. */
export function markLaidOver(graph: Graph, id: AtomId, tree: string): Graph {
  return changed(graph, ({ atom, status }) => atom.id === id && status === "in_progress", { before: tree });
}

export function markProbed(graph: Graph, id: AtomId, probe: Probe): Graph {
  return changed(graph, open(id), { probe: { ...probe, attempts: atomIn(graph, id)?.attempts ?? 0 } });
}

/** An atom is resolved, which counts as progress of the iteration. `tree`: the work with this atom in it. */
export function markResolved(
  graph: Graph,
  id: AtomId,
  { binding, tree }: { readonly binding: Binding; readonly tree: string },
): Graph {
  const moved = graph.moved || graph.atoms.some(open(id));
  return { ...changed(graph, open(id), { status: "resolved", binding, after: tree, why: "" }), moved };
}

/**
 * One attempt in this iteration failed: the atom is pending again. With `final` the atom itself has failed, and is not
 * tried again.
 */
export function markFailed(
  graph: Graph,
  id: AtomId,
  { why, iteration, final }: { readonly why: string; readonly iteration: number; readonly final: boolean },
): Graph {
  if (final) return changed(graph, open(id), { status: "failed", why });
  const attempts = (atomIn(graph, id)?.attempts ?? 0) + 1;
  return changed(graph, open(id), { status: "pending", attempts, triedIn: iteration, why });
}

/** Selects another alternative of the group; parts of the first one that were resolved are pending again. */
export function switchAlternative(graph: Graph, choice: Graph["switches"][number]): Graph {
  const { group, from, to } = choice;
  const undone = { status: "pending", binding: null, after: "" } as const;
  const parts = changed(graph, (state) => state.status === "resolved" && isPartOf(graph, state, from), undone);
  return { ...parts, selected: { ...graph.selected, [group]: to }, switches: [...graph.switches, choice], moved: true };
}

/** Splits an open atom into parts, once. `credit`: how many decompositions of a run count as progress. */
export function decomposeAtom(
  graph: Graph,
  {
    parent,
    children,
    reason,
    at,
  }: { readonly parent: AtomId; readonly children: readonly Atom[]; readonly reason: string; readonly at: number },
  credit: number,
): Graph {
  const whole = atomIn(graph, parent);
  if (whole === null || !open(parent)(whole) || childrenOf(graph, whole).length > 0) return graph;
  const ids = children.map(({ id }) => id);
  return {
    ...graph,
    atoms: [...graph.atoms, ...children.map((atom) => untriedAtom(atom, parent))],
    decompositions: [...graph.decompositions, { parent, children: ids, reason, at }],
    moved: graph.moved || graph.decompositions.length < credit,
  };
}

/** Atoms that were started and not ended are pending again. */
export function withoutOrphans(graph: Graph): Graph {
  return changed(graph, ({ status }) => status === "in_progress", { status: "pending" });
}

/** The work is on the branch now: atoms that are resolved are not done again when other work is lost. */
export function withKept(graph: Graph): Graph {
  return changed(graph, ({ status }) => status === "resolved", { kept: true });
}

/** The work that is not on the branch is lost: the atoms that it resolved are pending again. */
export function withoutLost(graph: Graph): Graph {
  return changed(graph, ({ status, kept }) => status === "resolved" && !kept, {
    status: "pending",
    binding: null,
    after: "",
  });
}

/** A person makes the run go on: atoms that had failed may be tried again, and stalls count anew. */
export function reviveGraph(graph: Graph): Graph {
  const anew = { status: "pending", attempts: 0, triedIn: 0, probe: null } as const;
  const again = changed(graph, ({ status }) => status === "failed" || status === "pending", anew);
  const chosen = Object.fromEntries(
    graph.atoms.flatMap(({ atom, status }) =>
      atom.group !== null && status === "resolved" ? [[atom.group, atom.id] as const] : [],
    ),
  );
  const selected = { ...firstChoices(graph.atoms.map(({ atom }) => atom)), ...chosen };
  return { ...again, selected, stalls: 0 };
}

/** True for the atom with this id and all parts of it. */
export function isPartOf(graph: Graph, { atom, parent }: AtomState, id: AtomId): boolean {
  if (atom.id === id) return true;
  const above = atomIn(graph, parent);
  return above !== null && isPartOf(graph, above, id);
}
