/** The work graph as `run.json` has it: atoms, groups of alternatives, decompositions, bindings, switches, metrics. */
import { graphFiguresOf } from "./convergence.ts";
import { atomStatusOf, type Graph } from "./graph.ts";

/** The record as plain values, the same for the same graph. */
export function graphRecord(graph: Graph): Readonly<Record<string, unknown>> {
  const { unresolved, resolved, switches, stalls } = graphFiguresOf(graph);
  return {
    atoms: graph.atoms.map((state) => ({
      id: state.atom.id,
      description: state.atom.description,
      status: atomStatusOf(graph, state),
      depends_on: state.atom.dependsOn,
      or_group: state.atom.group,
      decomposed_from: state.parent,
      attempts: state.attempts,
      probe: state.probe,
    })),
    or_groups: Object.entries(graph.selected).map(([name, selected]) => {
      const choices = graph.atoms.filter(({ atom }) => atom.group === name);
      return {
        name,
        choices: choices.map(({ atom }) => atom.id),
        selected,
        failed: choices.filter(({ status }) => status === "failed").map(({ atom }) => atom.id),
      };
    }),
    decompositions: graph.decompositions,
    bindings: graph.atoms.flatMap(({ atom, binding }) => (binding === null ? [] : [{ atom: atom.id, ...binding }])),
    trail: graph.switches,
    metrics: { unresolved, resolved, or_switches: switches, stall_count: stalls },
  };
}
