/** The work as it is now: whether there is any, and whether its score is of this very tree. */
import { evaluationToShow } from "./progress.ts";
import type { Run } from "./run.ts";

/** `stale`: the tree was changed after the last evaluation, as after a stop right behind REFINE. */
export type ArtifactStatus = "not_created" | "unevaluated" | "stale" | "evaluated";

/** `hash`: the first eight digits of the tree's name, null before there is one. */
export interface Artifact {
  readonly status: ArtifactStatus;
  readonly hash: string | null;
  /** The score of this very tree; null unless it was evaluated. */
  readonly score: number | null;
  /** The score of the best evaluation so far, whatever was changed since; null before there is one. */
  readonly lastEvaluatedScore: number | null;
}

/** Derived from the trees alone: nothing has to be remembered. */
export function artifactOf(run: Run): Artifact {
  const { tree } = run.progress;
  const status = statusOf(run);
  const lastEvaluatedScore = evaluationToShow(run)?.score ?? null;
  return {
    status,
    hash: tree?.slice(0, 8) ?? null,
    score: status === "evaluated" ? lastEvaluatedScore : null,
    lastEvaluatedScore,
  };
}

function statusOf({ progress: { tree, evaluation } }: Run): ArtifactStatus {
  if (tree === null) return "not_created";
  if (evaluation === null) return "unevaluated";
  return evaluation.tree === tree ? "evaluated" : "stale";
}
