/** Back to the work that is kept: what lies on the branch, and nothing that came after it. */
import { withoutLost, withoutOrphans } from "./graph-moves.ts";
import { needsKeeping, type Run } from "./run.ts";

/** The iteration is planned anew over the last tree that was kept, or over the base while none was; atoms that are lost with the rest are open again. */
export function backToKept(run: Run): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = run;
  const best = needsKeeping(run) ? null : progress.best;
  return {
    progress: { ...progress, best, evaluation: best?.evaluation ?? null, tree: progress.head.tree, step: "PLAN", changed: [] },
    graph: withoutLost(withoutOrphans(graph)),
  };
}
