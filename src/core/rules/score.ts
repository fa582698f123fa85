/** Computes a score from verdicts, in integers, and decides whether it passes. */
import * as z from "zod";
import { Details } from "#core/values/details.ts";
import { decidedBy } from "./check.ts";
import { Level } from "./level.ts";
import { activeRules, type Rule, RuleId, sumWeights } from "./rule.ts";

/**
 * `pass` earns the weight; `na` takes the rule out of the sum. No `fail` rule is `na`, but for `tests_bite` where
 * another one fails.
 */
export const RuleVerdict = z.enum(["pass", "fail", "warn", "na"]);
export type RuleVerdict = z.infer<typeof RuleVerdict>;

/** A place in a file that proves something; verified literally before it counts (core/rules/quotations). */
export const Quote = z.strictObject({ path: z.string().min(1), line: z.int().positive(), text: z.string() });
export type Quote = z.infer<typeof Quote>;

/** The result of one rule. `details` is the shortest useful evidence. */
export const RuleResult = z.strictObject({
  id: RuleId,
  verdict: RuleVerdict,
  details: Details,
  evidence: z.array(Quote).max(10).default([]),
});
export type RuleResult = z.infer<typeof RuleResult>;

/** An evaluation of one tree at one level. Weights are integers; `score` is their quotient, for people. */
export const Evaluation = z.strictObject({
  tree: z.string(),
  level: Level,
  results: z.array(RuleResult),
  passedWeight: z.int().nonnegative(),
  totalWeight: z.int().nonnegative(),
  score: z.number().min(0).max(1),
  passed: z.boolean(),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** The thresholds of each level. */
export const Thresholds = z.strictObject({
  A: z.number().min(0).max(1).default(0.8),
  B: z.number().min(0).max(1).default(0.9),
});
export type Thresholds = z.infer<typeof Thresholds>;

/** Judges the verdicts of a tree. A rule without a result failed: what was not checked did not pass. */
export function evaluate(
  tree: string,
  level: Level,
  results: readonly RuleResult[],
  criteria: { rules: readonly Rule[]; thresholds: Thresholds },
): Evaluation {
  const rules = activeRules(criteria.rules, level);
  const found = rules.map((rule) => ({ rule, result: results.find(({ id }) => id === rule.id) }));
  const isRefused = found.some(
    ({ rule, result }) => !isUntried(rule, result) && lawful(rule, result).verdict === "fail",
  );
  const judged = found.map(({ rule, result }) =>
    isRefused && isUntried(rule, result) ? result : lawful(rule, result),
  );
  const verdicts = new Map(judged.map(({ id, verdict }) => [id, verdict]));
  const counted = rules.filter(({ id }) => verdicts.get(id) !== "na");
  const passedWeight = sumWeights(counted.filter(({ id }) => verdicts.get(id) === "pass"));
  const totalWeight = sumWeights(counted);
  const reached = passedWeight * 10_000 >= Math.round(criteria.thresholds[level] * 10_000) * totalWeight;
  return {
    tree,
    level,
    results: judged,
    passedWeight,
    totalWeight,
    score: totalWeight === 0 ? 1 : passedWeight / totalWeight,
    passed: reached && judged.every(({ verdict }) => verdict !== "fail"),
  };
}

/** A rule that is tried last, and was not: that is lawful where another rule refuses the work anyway. */
function isUntried({ check }: Rule, result: RuleResult | undefined): result is RuleResult {
  return check.kind === "tests_bite" && result?.verdict === "na";
}

/**
 * A verdict that the rule's severity allows: a failing `warn` rule is a `warn`, a `fail` rule is never `na`.
 */
function lawful(rule: Rule, result: RuleResult | undefined): RuleResult {
  if (result === undefined) return unchecked(rule);
  if (result.verdict === "pass") return result;
  if (rule.severity === "fail") return { ...result, verdict: "fail" };
  return result.verdict === "na" && result.details !== "" ? result : { ...result, verdict: "warn" };
}

/**
 * What was not checked did not pass; unjudged quality blocks, whatever its severity; what a person
 * decides stays open.
 */
function unchecked({ id, severity, check }: Rule): RuleResult {
  if (decidedBy(check) === "person")
    return { id, verdict: "na", details: "a person has to confirm this", evidence: [] };
  const blocks = severity === "fail" || (severity === "warn" && check.kind === "quality");
  return {
    id,
    verdict: blocks ? "fail" : "warn",
    details: check.kind === "quality" ? "not judged" : "not checked",
    evidence: [],
  };
}

/** The ids of the rules that block: `fail` rules that failed, and unjudged quality. */
export function blockingRules({ results }: Evaluation): readonly string[] {
  return results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
}

/** The ids of the other rules that did not pass. */
export function warningRules({ results }: Evaluation): readonly string[] {
  return results.filter(({ verdict }) => verdict === "warn").map(({ id }) => id);
}

/**
 * True when `a` is the better result: the higher level, then the one that passed, then fewer red `fail` rules, then the
 * higher score.
 */
export function isBetter(a: Evaluation, b: Evaluation): boolean {
  if (a.level !== b.level) return a.level === "B";
  if (a.passed !== b.passed) return a.passed;
  const red = blockingRules(a).length - blockingRules(b).length;
  if (red !== 0) return red < 0;
  return a.passedWeight * b.totalWeight > b.passedWeight * a.totalWeight;
}
