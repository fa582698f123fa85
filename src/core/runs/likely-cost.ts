/**
 * Estimates what a run will cost before anybody approves it: from what the last runs of the repository cost, or, where
 * none is known, by a guess from what its plan took.
 */
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { type EarlierCost, MOST_EARLIER, tokensOf } from "#core/values/usage.ts";
import type { RunSummary } from "./run-summary.ts";

/**
 * The rest of a run costs so many times what its plan took, at least and at most: chosen by us, because no measured
 * figure is known. A worker asks its model many times for each task, a planner a few times for the whole.
 */
const GUESS = { change: [3, 12], answer: [0.5, 3] } as const;

/** `low` and `high` in dollars, or in tokens where a price is not known. `runs`: from how many; 0 is a guess. */
export interface LikelyCost {
  readonly unit: "dollars" | "tokens";
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** What the last completed runs cost, the newest first. Pure. */
export function earlierCostsOf(summaries: readonly RunSummary[]): readonly EarlierCost[] {
  return summaries
    .flatMap((one) => (one.stage === "completed" && one.workflow !== null ? [{ ...one, workflow: one.workflow }] : []))
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, MOST_EARLIER)
    .map(({ dollars, tokens, workflow }) => ({ dollars, tokens, answers: WORKFLOWS[workflow].answers }));
}

/** The estimate for a run with a plan; null without one, or where nothing is known to estimate from. Pure. */
export function likelyCostOf({ plan, spend, earlier }: Run): LikelyCost | null {
  if (plan === null) return null;
  const { answers } = WORKFLOWS[plan.workflow];
  const like = earlier.filter((one) => one.answers === answers);
  if (like.length > 0) return { ...rangeOf(like), runs: like.length };
  const [least, most] = GUESS[answers ? "answer" : "change"];
  const { dollars, tokens } = { dollars: spend.dollars, tokens: tokensOf(spend) };
  const { unit, low: planned } = rangeOf([{ dollars, tokens, answers }]);
  const high = Math.min(planned * (1 + most), plan.limits[unit] ?? Infinity);
  return planned === 0 ? null : { unit, low: Math.min(planned * (1 + least), high), high, runs: 0 };
}

function rangeOf(costs: readonly EarlierCost[]): Pick<LikelyCost, "unit" | "low" | "high"> {
  const priced = costs.flatMap(({ dollars }) => (dollars === null || dollars === 0 ? [] : [dollars]));
  const unit = priced.length === costs.length ? "dollars" : "tokens";
  const all = unit === "dollars" ? priced : costs.map(({ tokens }) => tokens);
  return { unit, low: Math.min(...all), high: Math.max(...all) };
}
