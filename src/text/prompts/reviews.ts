/** Gives the findings of reviewers as data to the agents that continue the work. */

import type { Hypothesis } from "#core/events/data/hypothesis.ts";
import type { Advice } from "#core/events/data/iteration.ts";
import type { PlanReview } from "#core/events/data/review-results.ts";
import type { SlippedAttack } from "#core/plan/plan-attacks.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import type { Run } from "#core/run/run.ts";
import { slippedLine } from "#text/phrases/attack-words.ts";
import { block } from "./data.ts";

/** The advice of a critique. */
export function adviceData(advice: readonly Advice[]): string {
  return block(
    "advice",
    "critique",
    advice.map(({ rule, problem, fix, effect }) => `- ${rule}: ${problem}\n  fix: ${fix}\n  then: ${effect}`),
  );
}

/** The hypotheses about failed checks; empty where the critique ran nothing. */
export function hypothesesData(hypotheses: readonly Hypothesis[]): string {
  if (hypotheses.length === 0) return "";
  const lines = hypotheses.map(({ claim, status, evidence }) =>
    evidence === null ? `${status}: ${claim}` : `${status}: ${claim} (${evidence.command} printed: ${evidence.quote})`,
  );
  return block("why the checks failed, as far as it was tried out", "critique", lines);
}

/** QA's issues of the run's last verification; empty for none. */
export function qaData({ qa }: Run): string {
  const issues = qa?.last?.issues ?? [];
  return block(
    "qa issues",
    "qa-verifier",
    issues.map(({ severity, problem, fix }) => `- ${severity}: ${problem}\n  fix: ${fix}`),
  );
}

/** The plan-critic's findings. */
export function findingsData(review: PlanReview | null): string {
  const findings = review?.findings ?? [];
  return block(
    "findings",
    "plan-critic",
    findings.map(({ check, problem, suggestion }) => `- ${check}: ${problem}\n  suggestion: ${suggestion}`),
  );
}

/** Wrong patches that no rule of a plan refuses; empty for none. */
export function slippedData(slipped: readonly SlippedAttack[]): string {
  return block(
    "wrong patches that every rule lets pass",
    "rehearsal on the base",
    slipped.map((one) => `${slippedLine(one)}${one.rules.length === 0 ? "" : ` Turns green: ${one.rules.join(", ")}`}`),
  );
}

/** The broken rules of an earlier answer, each with what its command printed where it was `tried`; empty for none. */
export function brokenData(broken: readonly BrokenRule[], tried = "rehearsal on the base"): string {
  return block(
    "broken rules",
    tried,
    broken.map(({ id, why }) => `- ${id}: ${why}`),
  );
}
