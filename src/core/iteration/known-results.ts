/** Says which rules need no check at level B, because level A has just shown on the same tree that they hold. */
import type { RuleResult } from "#core/rules/score.ts";
import type { Progress } from "#core/run/loop-state.ts";

/**
 * The results of the rules that held when this tree passed level A in this very iteration: the plan is the same, and so
 * is the tree. A rule to which checks were added, or for which some are hidden, is no such rule: there are others now.
 * Pure.
 */
export function knownResults(
  { level, iteration, evaluation, rows }: Progress,
  tree: string,
  more: readonly { readonly rule: string }[],
): readonly RuleResult[] {
  const last = rows.at(-1);
  const isSame = last?.level === "A" && last.passed && last.iteration === iteration && last.tree === tree;
  if (level !== "B" || !isSame || evaluation?.tree !== tree) return [];
  return evaluation.results.filter(({ id, verdict }) => verdict === "pass" && !more.some(({ rule }) => rule === id));
}
