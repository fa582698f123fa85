/** What lies on the branch, whether something better waits to be kept, and the way back to it. */
import { withoutLost, withoutOrphans } from "./graph-moves.ts";
import type { Run } from "./run.ts";

/** The best tree, while it is not on the branch yet; else null. */
export function unkept({ progress: { best, head } }: Run): string | null {
  return best === null || best.evaluation.tree === head.tree ? null : best.evaluation.tree;
}

/** True when the best tree is not on the branch yet. */
export function needsKeeping(run: Run): boolean {
  return unkept(run) !== null;
}

/** The iteration is planned anew over the last tree that was kept, or over the base while none was; atoms that are lost with the rest are open again. */
export function backToKept(run: Run): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = run;
  const best = needsKeeping(run) ? null : progress.best;
  return {
    progress: { ...progress, best, evaluation: best?.evaluation ?? null, tree: progress.head.tree, step: "PLAN", changed: [] },
    graph: withoutLost(withoutOrphans(graph)),
  };
}
