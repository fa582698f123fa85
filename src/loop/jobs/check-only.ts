/** Checks a change without a run: decides whether a head does what the plan asks, as far as no model is needed. */
import { isUndecidable, type TestRun } from "#core/analysis/test-results/test-run.ts";
import { canShowWork } from "#core/iteration/red-on-base.ts";
import type { Plan } from "#core/plan/plan.ts";
import { activeRules } from "#core/rules/rule.ts";
import { blockingRules, type Evaluation, evaluate, type RuleResult } from "#core/rules/score.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { Clock } from "#ports/clock.ts";
import type { Workspace } from "#ports/workspace.ts";

/**
 * `reasons` is empty when the head is accepted. `base` holds the rules on the base; `evaluation` those on the head at
 * level B.
 */
export interface CheckOnlyResult {
  readonly accepted: boolean;
  readonly reasons: readonly string[];
  readonly base: readonly RuleResult[];
  readonly baseTests: TestRun | null;
  readonly evaluation: Evaluation | null;
}

/** What the outside gives: trees and commands, the time, and the wish to stop. */
export interface CheckOutside {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const NOTHING = { base: [], baseTests: null, evaluation: null };

/**
 * Judges the tree of a head against a plan whose base is the tree `plan.base.tree`. Throws `Failure` and `Interrupted`
 * as the workspace does.
 */
export async function checkOnly(
  plan: Plan,
  headTree: string,
  { workspace, signal, clock }: CheckOutside,
): Promise<CheckOnlyResult> {
  const { failed } = await workspace.setup(plan.base.tree, plan.setup, signal);
  if (failed !== null)
    return {
      ...NOTHING,
      accepted: false,
      reasons: [`setup fails on the base: ${failed.command}: ${outputTail(failed.result)}`],
    };
  const onBase: CheckSubject = {
    plan,
    tree: plan.base.tree,
    workspace,
    signal,
    clock,
    baseTests: null,
    added: [],
    hidden: [],
    judgedBy: null,
  };
  const base = await checkBase(onBase);
  const baseTests = plan.checks.test === null ? null : await runTests(onBase, plan.checks.test);
  const against = reasonsAgainstBase(plan, base, baseTests);
  if (against.length > 0) return { accepted: false, reasons: against, base, baseTests, evaluation: null };
  return onHead(plan, headTree, { workspace, signal, clock, base, baseTests });
}

function reasonsAgainstBase(plan: Plan, base: readonly RuleResult[], baseTests: TestRun | null): readonly string[] {
  if (isUndecidable(baseTests))
    return [`the tests fail on the base and name no test, so nothing can be compared: ${baseTests?.details}`];
  return canShowWork(plan, base) ? [] : ["no fail rule is red on the base: nothing would show that the work was done"];
}

type BaseResults = Pick<CheckOnlyResult, "base" | "baseTests"> & CheckOutside;

async function onHead(
  plan: Plan,
  tree: string,
  { base, baseTests, ...outside }: BaseResults,
): Promise<CheckOnlyResult> {
  const rules = activeRules(plan.rules, "B");
  const results = await checkRules({ plan, tree, ...outside, baseTests, added: [], hidden: [], judgedBy: null }, rules);
  // A rule that only a model can judge stays without a result, and so blocks.
  const unjudged = rules
    .filter(({ check }) => check.kind === "content")
    .map(({ id }) => ({
      id,
      verdict: "na" as const,
      details: "a model judges this rule; the gate has none",
      evidence: [],
    }));
  const evaluation = evaluate(tree, "B", [...results, ...unjudged], plan);
  const details = new Map(evaluation.results.map((result) => [result.id, result.details]));
  const reasons = blockingRules(evaluation).map((id) => `${id}: ${details.get(id)}`);
  const low =
    reasons.length === 0 && !evaluation.passed
      ? [`the score ${evaluation.score.toFixed(2)} is below ${plan.thresholds.B}`]
      : [];
  return { accepted: evaluation.passed, reasons: [...reasons, ...low], base, baseTests, evaluation };
}
