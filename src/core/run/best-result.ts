/** Finds the best result of a run, says whether it waits to be kept, and names the way back to it. */
import { blockingRules, type Evaluation, isBetter } from "#core/rules/score.ts";
import { withoutLost, withoutOrphans } from "#core/tasks/graph-moves.ts";
import type { Run } from "./run.ts";

/** The best tree, while it is not on the branch yet; else null. */
export function unkeptTree({ progress: { best, head } }: Run): string | null {
  return best === null || best.evaluation.tree === head.tree ? null : best.evaluation.tree;
}

/** True when the best tree is not on the branch yet. */
export function needsKeeping(run: Run): boolean {
  return unkeptTree(run) !== null;
}

/**
 * The iteration is planned anew over the last tree that was kept, or over the base while none was; atoms that are lost
 * with the rest are open again.
 */
export function backToKept(run: Run): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = run;
  const best = needsKeeping(run) ? null : progress.best;
  return {
    progress: {
      ...progress,
      best,
      evaluation: best?.evaluation ?? null,
      tree: progress.head.tree,
      step: "PLAN",
      changed: [],
    },
    graph: withoutLost(withoutOrphans(graph)),
  };
}

/** A run never keeps work that deletes, skips or weakens a test, whatever it scores: not even as a first result. */
function tampers({ plan }: Run, evaluation: Evaluation): boolean {
  const guards = (plan?.rules ?? []).filter(({ check }) => check.kind === "test_integrity").map(({ id }) => id);
  return blockingRules(evaluation).some((id) => guards.includes(id));
}

/** QA or a person rejected the best so far: whatever passes and is something else is better, by whatever score. */
function mendsRejected({ qa, sentBack, progress: { head } }: Run, evaluation: Evaluation): boolean {
  const isRejected = qa?.rejected === head.commit || sentBack === head.commit;
  return isRejected && evaluation.passed && evaluation.tree !== head.tree;
}

/**
 * Decides whether an evaluation is the best so far, and so worth a commit: no test was tampered with, and no earlier
 * evaluation is better.
 */
export function isBestSoFar(run: Run, evaluation: Evaluation): boolean {
  const { best } = run.progress;
  return (
    !tampers(run, evaluation) &&
    (best === null || mendsRejected(run, evaluation) || !isBetter(best.evaluation, evaluation))
  );
}
