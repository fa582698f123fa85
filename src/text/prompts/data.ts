/** The blocks of data that prompts are made of. All of it was written by somebody else, so all of it is fenced. */
import type { Review } from "#core/gates.ts";
import type { Issue } from "#core/issue.ts";
import type { Advice, PlanStep } from "#core/iteration.ts";
import type { Plan } from "#core/plan.ts";
import type { Rule } from "#core/rule.ts";
import { planOf, type Run } from "#core/run.ts";
import type { RuleResult } from "#core/score.ts";
import { ends } from "../fit.ts";
import { fence, fenceSource } from "../quote.ts";
import { acceptanceLines, ruleLine } from "../words.ts";

/** As much of one check's output as a prompt shows. */
const DETAILS = 1500;

/** Lines with a dash each; `none` for nothing. */
export function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "none" : lines.map((line) => `- ${line}`).join("\n");
}

/** A block of lines; empty for no lines, so that `frame` leaves it out. */
export function block(label: string, author: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : fenceSource(label, author, lines.join("\n"));
}

/** The issue verbatim, but for what its readers do not see. */
export function issueData({ title, body, author }: Issue): string {
  return fence("issue", `${author}, author of the issue`, `${title}\n\n${body}`);
}

/** What the plan makes of the issue. */
export function objectiveData({ objective }: Plan): string {
  const { background, intent, deliverables, done, clarifications } = objective;
  const settled = clarifications.map(({ question, resolution }) => `${question} ${resolution}`);
  return block("objective", "hydrator", [
    `Background: ${background}`,
    `Intent: ${intent}`,
    "Deliverables:",
    bullets(deliverables),
    "Done when:",
    bullets(done),
    ...(settled.length === 0 ? [] : ["Settled:", bullets(settled)]),
  ]);
}

/** What may change, what is left alone, and what nobody may touch. */
export function scopeData({ scope, protected: guarded, expectedTestChanges }: Plan): string {
  return block("scope", "hydrator", [
    `May change: ${scope.paths.join(", ")}`,
    `Out of scope: ${scope.out.length === 0 ? "nothing named" : scope.out.join("; ")}`,
    `Protected, never change: ${guarded.join(", ")}`,
    `Tests that are expected to change: ${expectedTestChanges.length === 0 ? "none" : expectedTestChanges.join(", ")}`,
  ]);
}

/** The acceptance as an indented list; empty where there is none. */
export function acceptanceData({ acceptance }: Plan): string {
  return block("acceptance", "plan", acceptanceLines(acceptance));
}

/** Rules with severity, weight and check. */
export function rulesData(rules: readonly Rule[]): string {
  return block("rules", "plan", rules.map(ruleLine));
}

/** What came of rules; a rule that passed is one word. */
export function resultsData(label: string, results: readonly RuleResult[]): string {
  const lines = results.map(({ id, verdict, details }) => {
    return verdict === "pass" || details === "" ? `${id}: ${verdict}` : `${id}: ${verdict}\n${ends(details, DETAILS)}`;
  });
  return block(label, "output of the checks", lines);
}

/** The steps of the iteration, open ones marked. */
export function stepsData(steps: readonly PlanStep[]): string {
  return block(
    "steps",
    "planner",
    steps.map(({ text, rules, open }) => `- [${open ? "open" : "done"}] ${text} (${rules.join(", ")})`),
  );
}

/** What a critique advised. */
export function adviceData(advice: readonly Advice[]): string {
  return block(
    "advice",
    "critique",
    advice.map(({ rule, problem, fix, effect }) => `- ${rule}: ${problem}\n  fix: ${fix}\n  then: ${effect}`),
  );
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
export function findingsData(review: Review | null): string {
  const findings = review?.findings ?? [];
  return block(
    "findings",
    "plan-critic",
    findings.map(({ check, problem, suggestion }) => `- ${check}: ${problem}\n  suggestion: ${suggestion}`),
  );
}

/** Issue, objective and scope: what every worker of a run must know. Throws on a bug: no plan. */
export function taskData(run: Run): readonly string[] {
  const plan = planOf(run);
  return [issueData(plan.issue), objectiveData(plan), scopeData(plan)];
}
