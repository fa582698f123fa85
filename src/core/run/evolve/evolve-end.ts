/** The events of QA and of the end: what each changes in a run. */
import { isAnsweredByControl, isInvestigated } from "#core/run/answering.ts";
import type { Graph } from "#core/tasks/graph.ts";
import { markResolved } from "#core/tasks/graph-moves.ts";
import type { EventChanges } from "./reducer.ts";

/** The answer was all the work; it left no file behind. */
function finished(graph: Graph, tree: string): Graph {
  const binding = { summary: "answered", artifacts: [] };
  return graph.atoms.reduce((now, { atom: { id } }) => markResolved(now, id, { binding, tree }), graph);
}

export const END_CHANGES: EventChanges = {
  // An answer does not end a run that makes changes, whichever job writes one into its journal.
  answered: (run, { claims, dropped }) =>
    isAnsweredByControl(run) || isInvestigated(run)
      ? { answer: { claims, dropped }, graph: finished(run.graph, run.base.tree), errorState: null }
      : {},
  loop_passed: (run, { reason }) => ({
    passedBy: reason,
    checklist: [],
    strength: null,
    qa: run.qa === null ? null : { ...run.qa, last: null },
    audits: { ...run.audits, beforeQa: false },
  }),
  reflection_done: (_run, { reflection }) => ({ reflection }),
  base_seen: (run, { base }) => ({ bases: { ...run.bases, shown: base } }),
  // Work that was given up, or that a person took over, while the job published it is not shown by this run.
  published: ({ gaveUp }, { number, url, branch, head, title, at }) =>
    gaveUp === null ? { published: { number, url, branch, head, title }, publishedAt: at, errorState: null } : {},
  stopped: (_run, { reason }) => ({ ending: reason }),
  failed: (_run, { reason }) => ({ ending: reason }),
  run_blocked: (_run, { reason }) => ({ ending: reason }),
  completed: (_run, { reason }) => ({ ending: reason }),
};
