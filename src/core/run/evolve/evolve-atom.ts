/** What the events of the work graph change. A step that succeeded clears the trouble it had. */
import { limitsOf, type Run } from "#core/run/run.ts";
import { decomposed, failed, probed, resolved, started, switched } from "#core/tasks/graph-moves.ts";
import type { Changes } from "./reducer.ts";

function treeOf({ progress, base }: Run): string {
  return progress.tree ?? base.tree;
}

export const ATOM_CHANGES: Changes = {
  atom_started: (run, { atom }) => ({ graph: started(run.graph, atom, treeOf(run)) }),
  atom_probed: (run, { atom, probe }) => ({ graph: probed(run.graph, atom, probe), trouble: null }),
  atom_resolved: (run, { atom, binding }) => ({ graph: resolved(run.graph, atom, { binding, tree: treeOf(run) }), trouble: null }),
  atom_failed: (run, { atom, why, final }) => ({
    graph: failed(run.graph, atom, { why, iteration: run.progress.iteration, final }),
    trouble: null,
  }),
  or_switched: (run, { group, from, to, reason, tree, at }) => ({
    graph: switched(run.graph, { group, from, to, reason, at }),
    ...(tree === null ? {} : { progress: { ...run.progress, tree } }),
  }),
  atom_decomposed: (run, event) => ({ graph: decomposed(run.graph, event, limitsOf(run).stalls), trouble: null }),
};
