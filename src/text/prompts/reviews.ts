/** What reviewers of the work said, as data for those that go on with it. */
import type { Hypothesis } from "#core/events/data/hypothesis.ts";
import type { Advice } from "#core/events/data/iteration.ts";
import type { PlanReview } from "#core/events/data/review-results.ts";
import type { Run } from "#core/run/run.ts";
import { block } from "./data.ts";

/** What a critique advised. */
export function adviceData(advice: readonly Advice[]): string {
  return block(
    "advice",
    "critique",
    advice.map(({ rule, problem, fix, effect }) => `- ${rule}: ${problem}\n  fix: ${fix}\n  then: ${effect}`),
  );
}

/** Why checks failed; empty where nothing was tried out. */
export function hypothesesData(hypotheses: readonly Hypothesis[]): string {
  if (hypotheses.length === 0) return "";
  const told = hypotheses.map(({ claim, status, evidence }) =>
    evidence === null ? `${status}: ${claim}` : `${status}: ${claim} (${evidence.command} printed: ${evidence.quote})`,
  );
  return block("why the checks failed, as far as it was tried out", "critique", told);
}

/** What QA found in this run's last verification; empty when it found nothing. */
export function qaData({ qa }: Run): string {
  const issues = qa?.last?.issues ?? [];
  return block(
    "qa issues",
    "qa-verifier",
    issues.map(({ severity, problem, fix }) => `- ${severity}: ${problem}\n  fix: ${fix}`),
  );
}

/** What the plan-critic found. */
export function findingsData(review: PlanReview | null): string {
  const findings = review?.findings ?? [];
  return block(
    "findings",
    "plan-critic",
    findings.map(({ check, problem, suggestion }) => `- ${check}: ${problem}\n  suggestion: ${suggestion}`),
  );
}
