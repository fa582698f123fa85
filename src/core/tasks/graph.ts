/** The work graph of a run: the state of each atom, and what the run has tried. */
import { type Atom, type AtomId, type Binding, dependencyNodeOf, type Probe } from "./atom.ts";

/** The state of an atom in a run. */
export interface AtomState {
  readonly atom: Atom;
  /** The atom that was split into this one and its siblings; null for an atom of the plan. */
  readonly parent: AtomId | null;
  readonly status: "pending" | "in_progress" | "resolved" | "failed";
  /** Attempts that failed. */
  readonly attempts: number;
  /** The iteration of the last failed attempt: no atom is tried twice in one. 0 before there is one. */
  readonly triedIn: number;
  /** The last probe, and how many attempts had failed then. */
  readonly probe: (Probe & { readonly attempts: number }) | null;
  readonly binding: Binding | null;
  /** The tree before it was started last, and the one that it made; empty where there is none yet. */
  readonly before: string;
  readonly after: string;
  /** True once its work is on the branch. */
  readonly kept: boolean;
  /** Why the last attempt failed; empty before. */
  readonly why: string;
}

/** The status of an atom in its graph. `skipped`: not selected in its group, or a part of a skipped or failed atom. */
export type AtomStatus = AtomState["status"] | "skipped";

export interface Graph {
  readonly atoms: readonly AtomState[];
  /** The alternative that is selected now, by group. */
  readonly selected: Readonly<Record<string, AtomId>>;
  readonly switches: readonly {
    readonly group: string;
    readonly from: AtomId;
    readonly to: AtomId;
    readonly reason: string;
    readonly at: number;
  }[];
  readonly decompositions: readonly {
    readonly parent: AtomId;
    readonly children: readonly AtomId[];
    readonly reason: string;
    readonly at: number;
  }[];
  /** Iterations in a row that stalled (core/tasks/convergence). */
  readonly stalls: number;
  /** True once this iteration has made progress, so that it does not stall. */
  readonly moved: boolean;
  /** The last iteration whose stall was counted, or found to be none. */
  readonly judged: number;
}

/** The state of an atom before anything is done about it. */
export function untriedAtom(atom: Atom, parent: AtomId | null): AtomState {
  const nothing = { attempts: 0, triedIn: 0, probe: null, binding: null, before: "", after: "", kept: false, why: "" };
  return { atom, parent, status: "pending", ...nothing };
}

/** The graph of a plan before anything is done. The first member of each group is tried first. */
export function graphOf(atoms: readonly Atom[]): Graph {
  return {
    atoms: atoms.map((atom) => untriedAtom(atom, null)),
    selected: firstChoices(atoms),
    switches: [],
    decompositions: [],
    stalls: 0,
    moved: false,
    judged: 0,
  };
}

/** The first alternative of each group, by group. */
export function firstChoices(atoms: readonly Atom[]): Graph["selected"] {
  const grouped = atoms.flatMap(({ id, group }) => (group === null ? [] : [[group, id] as const]));
  return Object.fromEntries([...grouped].reverse());
}

/** The atom by its id; null where there is none. */
export function atomIn({ atoms }: Graph, id: AtomId | null): AtomState | null {
  return atoms.find(({ atom }) => atom.id === id) ?? null;
}

/** The atoms that an atom was split into; empty before a split. */
export function childrenOf({ atoms }: Graph, { atom: { id } }: AtomState): readonly AtomState[] {
  return atoms.filter(({ parent }) => parent === id);
}

/** The members of its group, itself among them; empty for an atom without alternatives. */
export function alternativesOf({ atoms }: Graph, { atom: { group } }: AtomState): readonly AtomState[] {
  return group === null ? [] : atoms.filter(({ atom }) => atom.group === group);
}

/** The status of an atom in its graph. */
export function atomStatusOf(graph: Graph, state: AtomState): AtomStatus {
  const { atom, status } = state;
  if (status === "failed" || status === "resolved") return status;
  const parent = atomIn(graph, state.parent);
  const above = parent === null ? "pending" : atomStatusOf(graph, parent);
  if (above === "failed" || above === "skipped") return "skipped";
  return atom.group === null || graph.selected[atom.group] === atom.id ? status : "skipped";
}

/** True when the atom, or any alternative of its group, is resolved. */
export function isResolved(graph: Graph, id: AtomId): boolean {
  const wanted = atomIn(graph, id);
  if (wanted === null) return false;
  return graph.atoms.some(
    (state) => dependencyNodeOf(state.atom) === dependencyNodeOf(wanted.atom) && state.status === "resolved",
  );
}

/** The leaves that are still to be done: pending or in progress, not split, not skipped. */
export function unresolvedAtoms(graph: Graph): readonly AtomState[] {
  return graph.atoms.filter((state) => {
    const status = atomStatusOf(graph, state);
    return (status === "pending" || status === "in_progress") && childrenOf(graph, state).length === 0;
  });
}

/** How often an atom was split on the way to this one; 0 for an atom of the plan. */
export function depthOf(graph: Graph, state: AtomState): number {
  const parent = atomIn(graph, state.parent);
  return parent === null ? 0 : depthOf(graph, parent) + 1;
}

/** The resolved atoms that this one waited for: of a group, any alternative that is resolved. */
export function resolvedDependenciesOf(graph: Graph, { atom: { dependsOn } }: AtomState): readonly AtomState[] {
  const nodes = dependsOn.flatMap((id) => {
    const found = atomIn(graph, id);
    return found === null ? [] : [dependencyNodeOf(found.atom)];
  });
  return graph.atoms.filter((state) => state.status === "resolved" && nodes.includes(dependencyNodeOf(state.atom)));
}
