/** Measures whether the loop makes progress: stagnation, and the distance to success. */
import { blockingRules, type Evaluation, type Thresholds } from "#core/rules/score.ts";
import type { Progress } from "./loop-state.ts";
import type { Run } from "./run.ts";

/** Less than this from one evaluation to the next is no progress. In ten-thousandths, to compare integers. */
const DELTA = 200;

/**
 * `lastScore` and the stagnation count after an evaluation. The first evaluation of a level never counts; progress
 * resets the count; no progress while a `fail` rule is red leaves it alone.
 */
export function stagnationAfter(
  progress: Pick<Progress, "lastScore" | "stagnation">,
  evaluation: Evaluation,
): Pick<Progress, "lastScore" | "stagnation"> {
  const lastScore = evaluation.score;
  if (progress.lastScore === null) return { lastScore, stagnation: 0 };
  const delta = Math.round((evaluation.score - progress.lastScore) * 10_000);
  if (delta >= DELTA) return { lastScore, stagnation: 0 };
  return { lastScore, stagnation: progress.stagnation + (blockingRules(evaluation).length === 0 ? 1 : 0) };
}

/** How far the best result is from passing. `gap` is never negative. */
export interface DistanceToPass {
  readonly threshold: number;
  readonly score: number;
  readonly gap: number;
  readonly blocking: readonly string[];
  readonly passedRules: number;
  readonly totalRules: number;
}

/** The distance to success of an evaluation; null when it passed. */
export function distanceOf(evaluation: Evaluation, thresholds: Thresholds): DistanceToPass | null {
  if (evaluation.passed) return null;
  const threshold = thresholds[evaluation.level];
  const counted = evaluation.results.filter(({ verdict }) => verdict !== "na");
  return {
    threshold,
    score: evaluation.score,
    gap: Math.max(0, Math.round((threshold - evaluation.score) * 10_000) / 10_000),
    blocking: blockingRules(evaluation),
    passedRules: counted.filter(({ verdict }) => verdict === "pass").length,
    totalRules: counted.length,
  };
}

/** The evaluation that comments show: the best one, else the last. */
export function evaluationToShow({ progress }: Run): Evaluation | null {
  return progress.best?.evaluation ?? progress.evaluation;
}
