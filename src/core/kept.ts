/** Back to the work that is kept: what lies on the branch, and nothing that came after it. */
import type { Progress } from "./loop-state.ts";
import { needsKeeping, type Run } from "./run.ts";

/** The iteration is planned anew over the last tree that was kept, or over the base while none was. */
export function backToKept(run: Run): Progress {
  const { progress } = run;
  const best = needsKeeping(run) ? null : progress.best;
  return { ...progress, best, evaluation: best?.evaluation ?? null, tree: progress.head.tree, step: "PLAN", stale: false, changed: [] };
}
