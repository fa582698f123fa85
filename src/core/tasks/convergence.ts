/** The convergence of the work graph: counts stalls once an iteration, and decides whether the graph is finished. */
import { atomIn, atomStatusOf, type Graph, unresolvedAtoms } from "./graph.ts";

/**
 * Counts the stalls when an iteration's work is done. An iteration stalls when atoms are left and it has resolved none,
 * switched to no other alternative and split none on credit. The first evaluation of an iteration counts; the second
 * one, at level B, changes nothing.
 */
export function countStalls(graph: Graph, iteration: number): Graph {
  if (graph.judged === iteration) return graph;
  const stalled = !graph.moved && unresolvedAtoms(graph).length > 0;
  return { ...graph, judged: iteration, moved: false, stalls: stalled ? graph.stalls + 1 : 0 };
}

/** The state of the graph in numbers. `total` leaves out atoms that are skipped and atoms that were split. */
export interface GraphFigures {
  readonly unresolved: number;
  readonly resolved: number;
  readonly failed: number;
  readonly total: number;
  readonly stalls: number;
  readonly switches: number;
}

export function graphFiguresOf(graph: Graph): GraphFigures {
  const leaves = graph.atoms.filter((state) => !graph.atoms.some(({ parent }) => parent === state.atom.id));
  const count = (status: string): number => leaves.filter((state) => atomStatusOf(graph, state) === status).length;
  const [resolved, failed, open] = [count("resolved"), count("failed"), unresolvedAtoms(graph).length];
  return {
    unresolved: open,
    resolved,
    failed,
    total: resolved + failed + open,
    stalls: graph.stalls,
    switches: graph.switches.length,
  };
}

/** True when nothing is left to do: every atom that is needed is resolved. */
export function isGraphFinished(graph: Graph): boolean {
  return (
    unresolvedAtoms(graph).length === 0 &&
    graph.atoms.every((state) => atomStatusOf(graph, state) !== "failed" || isReplaced(graph, state))
  );
}

/** True for a failed alternative, or a part of one, where the run has selected another alternative. */
function isReplaced(graph: Graph, { atom, parent }: Graph["atoms"][number]): boolean {
  if (atom.group !== null) return graph.selected[atom.group] !== atom.id;
  const above = atomIn(graph, parent);
  return above !== null && isReplaced(graph, above);
}
