/**
 * A redirect changes a run by its kind; each goes back to what was kept, and has what had failed tried again.
 */
import type { RedirectChange } from "#core/events/data/correction.ts";
import { backToKept } from "#core/run/best-result.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";
import { reopenAtoms, reviveFailed } from "#core/tasks/reopen.ts";

/** The score so far counts no more, since other bounds hold now. What was shown stays until other work passes. */
export function withoutScore({ progress, sentBack }: Run): Run["progress"] {
  return sentBack === progress.head.commit ? progress : { ...progress, best: null, evaluation: null, lastScore: null };
}

/**
 * `plan_change`: the steps become others, so all that is open begins anew, with its attempts and alternatives.
 * `constraint_change`: what is done stays done, but a score under the old bounds is no measure any more: work within
 * the new ones is kept though it scores less. What was shown stays until other work passes. `result_change`: results
 * that are there are made again, with all that rests on them. `reopens` is undefined in journals of earlier versions,
 * which knew the first alone.
 */
export function afterRedirect(
  run: Run,
  change: RedirectChange,
  reopens: readonly AtomId[] | undefined,
): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = backToKept(run);
  if (reopens !== undefined && change === "constraint_change")
    return { progress: withoutScore({ ...run, progress }), graph: reviveFailed(graph) };
  if (reopens !== undefined && change === "result_change")
    return { progress, graph: reopenAtoms(reviveFailed(graph), reopens) };
  return { progress, graph: reviveGraph(graph) };
}
