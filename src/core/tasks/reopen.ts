/** Opens atoms again that had failed, or whose result is to be another one, after a person asked for that. */
import { type AtomId, dependencyNodeOf } from "./atom.ts";
import { type AtomState, atomIn, type Graph } from "./graph.ts";

const ANEW = { status: "pending", attempts: 0, triedIn: 0, probe: null } as const;

/** Atoms that had failed may be tried again, and stalls count anew; attempts and alternatives of others stay. */
export function reviveFailed(graph: Graph): Graph {
  const atoms = graph.atoms.map((state) => (state.status === "failed" ? { ...state, ...ANEW } : state));
  return { ...graph, atoms, stalls: 0 };
}

/**
 * The atoms with these ids are to be done again, with their parts and all that rests on them, whether their work is on
 * the branch or not. Where none of them has a result, all that have one.
 */
export function reopenAtoms(graph: Graph, ids: readonly AtomId[]): Graph {
  const done = graph.atoms.filter(({ status }) => status === "resolved");
  const named = done.filter(({ atom }) => ids.includes(atom.id));
  const again = withDependants(graph, named.length === 0 ? done : named);
  const undone = { ...ANEW, binding: null, after: "", kept: false };
  const atoms = graph.atoms.map((state) =>
    state.status === "resolved" && again.has(state.atom.id) ? { ...state, ...undone } : state,
  );
  return { ...graph, atoms };
}

/** The ids of these atoms, of what they are part of or were split into, and of all that waits for any of them. */
function withDependants(graph: Graph, states: readonly AtomState[]): ReadonlySet<AtomId> {
  const found = new Set(states.map(({ atom }) => atom.id));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const state of graph.atoms) if (isTouched(graph, state, found)) found.add(state.atom.id);
  }
  return found;
}

function isTouched(graph: Graph, { atom, parent }: AtomState, found: ReadonlySet<AtomId>): boolean {
  if (parent !== null && found.has(parent)) return true;
  if (graph.atoms.some((other) => other.parent === atom.id && found.has(other.atom.id))) return true;
  const nodes = [...found].flatMap((id) => nodeOf(graph, id));
  return atom.dependsOn.some((id) => nodeOf(graph, id).some((node) => nodes.includes(node)));
}

function nodeOf(graph: Graph, id: AtomId): readonly string[] {
  const state = atomIn(graph, id);
  return state === null ? [] : [dependencyNodeOf(state.atom)];
}
