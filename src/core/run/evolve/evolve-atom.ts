/** The events of the work graph: what each changes in a run. A step that succeeded clears its error state. */
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import {
  decomposeAtom,
  markFailed,
  markProbed,
  markResolved,
  markStarted,
  switchAlternative,
} from "#core/tasks/graph-moves.ts";
import type { EventChanges } from "./reducer.ts";

function treeOf({ progress, base }: Run): string {
  return progress.tree ?? base.tree;
}

export const ATOM_CHANGES: EventChanges = {
  atom_started: (run, { atom }) => ({ graph: markStarted(run.graph, atom, treeOf(run)) }),
  atom_probed: (run, { atom, probe }) => ({ graph: markProbed(run.graph, atom, probe), errorState: null }),
  atom_resolved: (run, { atom, binding }) => ({
    graph: markResolved(run.graph, atom, { binding, tree: treeOf(run) }),
    errorState: null,
  }),
  atom_failed: (run, { atom, why, final }) => ({
    graph: markFailed(run.graph, atom, { why, iteration: run.progress.iteration, final }),
    errorState: null,
  }),
  or_switched: (run, { group, from, to, reason, tree, at }) => ({
    graph: switchAlternative(run.graph, { group, from, to, reason, at }),
    ...(tree === null ? {} : { progress: { ...run.progress, tree } }),
  }),
  atom_decomposed: (run, event) => ({ graph: decomposeAtom(run.graph, event, limitsOf(run).stalls), errorState: null }),
};
