/** The `result.json` of every run: its facts for programs and people. */
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import { type ArtifactStatus, artifactOf } from "#core/run/artifact.ts";
import { type DistanceToPass, distanceOf, evaluationToShow } from "#core/run/progress.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, lastIterationOf } from "#core/run/run-facts.ts";
import type { ModelUsage } from "#core/values/usage.ts";

/**
 * `score` is of the work as it is now: null unless this very tree was evaluated; `lastEvaluatedScore` and `level` are
 * of the best evaluation, null before there is one. `head` is the branch's commit; null where it has none.
 */
export interface ResultJson {
  readonly runId: string;
  readonly stage: Stage;
  readonly stopReason: StopReason | null;
  readonly artifact: ArtifactStatus;
  readonly score: number | null;
  readonly lastEvaluatedScore: number | null;
  readonly level: "A" | "B" | null;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly pr: number | null;
  readonly branch: string;
  readonly head: string | null;
  readonly distance: DistanceToPass | null;
  readonly spend: ModelUsage;
  /** Milliseconds from the first event to the last. */
  readonly ms: number;
}

/** The report of a run as it stands. The final summary reads it. */
export function resultJsonOf(run: Run): ResultJson {
  const standing = evaluationToShow(run);
  const { status, score, lastEvaluatedScore } = artifactOf(run);
  return {
    runId: run.runId,
    stage: run.unreadable === null ? run.stage : "blocked",
    stopReason: run.unreadable === null ? (run.ending ?? run.request?.reason ?? null) : "state_unreadable",
    artifact: status,
    score,
    lastEvaluatedScore,
    level: standing?.level ?? null,
    iteration: run.progress.iteration,
    maxIterations: lastIterationOf(run),
    pr: pullRequestOf(run),
    branch: branchOf(run),
    head: run.progress.head.commit === run.base.commit ? null : run.progress.head.commit,
    distance: standing === null || run.plan === null ? null : distanceOf(standing, run.plan.thresholds),
    spend: run.spend,
    ms: run.updatedAt - run.startedAt,
  };
}
