/** Checks a change without a run: decides whether a head does what the plan asks, as far as no model is needed. */
import { isUndecidable, type TestRun } from "#core/analysis/test-results/test-run.ts";
import { canShowWork } from "#core/iteration/red-on-base.ts";
import { allowedGlobs, pathsOutsideScope } from "#core/iteration/scope.ts";
import type { Plan } from "#core/plan/plan.ts";
import { withGuards } from "#core/planning/plan-commands.ts";
import { activeRules } from "#core/rules/rule.ts";
import { blockingRules, type Evaluation, evaluate, type RuleResult } from "#core/rules/score.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { steadyResults } from "#loop/checks/steady.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { Clock } from "#ports/clock.ts";
import type { Workspace } from "#ports/workspace.ts";

/**
 * `reasons` is empty when the head is accepted. `outside`: changed paths that the plan's scope does not cover, at most
 * 20; where the plan's workflow refuses them they are reasons as well. `base` holds the rules on the base; `evaluation`
 * those on the head at level B.
 */
export interface CheckOnlyResult {
  readonly accepted: boolean;
  readonly reasons: readonly string[];
  readonly outside: readonly string[];
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

/** What the base shows, for every head that is judged against it. `against`: why none can be; empty: they can. */
export interface CheckedBase extends Pick<CheckOnlyResult, "base" | "baseTests"> {
  readonly against: readonly string[];
}

/** Paths that may not change and are named at most. */
const MOST_NAMED = 20;

/**
 * Judges the tree of a head against a plan whose base is the tree `plan.base.tree`: first what it changes, as every
 * snapshot of a worker's folder is reviewed, and only then what runs. The rules that guard the tests are the plan's,
 * whether it names them or not. Throws `Failure` and `Interrupted` as the workspace does.
 */
export async function checkOnly(given: Plan, headTree: string, outside: CheckOutside): Promise<CheckOnlyResult> {
  const plan = withGuards(given);
  return checkHead(plan, headTree, { ...outside, ...(await checkedBase(plan, outside)) });
}

/**
 * The first half of `checkOnly`: the same for all heads of one plan. `known`: what the tests show on the base, where
 * that was found out otherwise. Throws as it does.
 */
export async function checkedBase(
  plan: Plan,
  { workspace, signal, clock }: CheckOutside,
  known: TestRun | null = null,
): Promise<CheckedBase> {
  const { failed } = await workspace.setup(plan.base.tree, plan.setup, signal);
  if (failed !== null) {
    const against = [`setup fails on the base: ${failed.command}: ${outputTail(failed.result)}`];
    return { against, base: [], baseTests: null };
  }
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
  const baseTests = known ?? (plan.checks.test === null ? null : await runTests(onBase, plan.checks.test));
  return { against: reasonsAgainstBase(plan, base, baseTests), base, baseTests };
}

function reasonsAgainstBase(plan: Plan, base: readonly RuleResult[], baseTests: TestRun | null): readonly string[] {
  if (isUndecidable(baseTests))
    return [`the tests fail on the base and name no test, so nothing can be compared: ${baseTests?.details}`];
  return canShowWork(plan, base) ? [] : ["no fail rule is red on the base: nothing would show that the work was done"];
}

/** The second half of `checkOnly`. Throws as it does. */
export async function checkHead(
  plan: Plan,
  tree: string,
  { against, base, baseTests, ...outside }: CheckedBase & CheckOutside,
): Promise<CheckOnlyResult> {
  const { objections, beyond } = await reviewed(plan, tree, outside.workspace);
  const reasons = against.length > 0 ? against : objections;
  if (reasons.length > 0) return { accepted: false, reasons, outside: beyond, base, baseTests, evaluation: null };
  return { ...(await ran(plan, tree, { base, baseTests, ...outside })), outside: beyond };
}

/** What must not be in the head, in words; and what it changes beyond the scope. */
async function reviewed(plan: Plan, tree: string, workspace: Workspace) {
  const bounds = { protected: plan.protected, allowed: allowedGlobs(plan) };
  const found = await workspace.objections(plan.base.tree, tree, bounds);
  const changed = (await workspace.changes(plan.base.tree, tree)).map(({ path }) => path);
  return {
    objections: found.slice(0, MOST_NAMED).map(({ path, reason }) => `${JSON.stringify(path)}: ${reason}`),
    beyond: pathsOutsideScope(plan, changed),
  };
}

/**
 * What running the head shows. What passes counts only where it passes in another environment as well; a head that is
 * refused anyway is not run there.
 */
async function ran(
  plan: Plan,
  tree: string,
  { base, baseTests, ...outside }: Pick<CheckedBase, "base" | "baseTests"> & CheckOutside,
): Promise<Omit<CheckOnlyResult, "outside">> {
  const subject = { plan, tree, ...outside, baseTests, added: [], hidden: [], judgedBy: null };
  const results = await checkRules(subject, activeRules(plan.rules, "B"));
  const first = evaluated(plan, tree, results);
  const evaluation = first.passed ? evaluated(plan, tree, await steadyResults(subject, results)) : first;
  return { accepted: evaluation.passed, reasons: reasonsOf(plan, evaluation), base, baseTests, evaluation };
}

/** A rule that only a model can judge stays without a result, and so blocks. */
function evaluated(plan: Plan, tree: string, results: readonly RuleResult[]): Evaluation {
  const unjudged = activeRules(plan.rules, "B")
    .filter(({ check }) => check.kind === "content")
    .map(({ id }) => ({
      id,
      verdict: "na" as const,
      details: "a model judges this rule; the gate has none",
      evidence: [],
    }));
  return evaluate(tree, "B", [...results, ...unjudged], plan);
}

function reasonsOf(plan: Plan, evaluation: Evaluation): readonly string[] {
  const details = new Map(evaluation.results.map((result) => [result.id, result.details]));
  const reasons = blockingRules(evaluation).map((id) => `${id}: ${details.get(id)}`);
  if (reasons.length > 0 || evaluation.passed) return reasons;
  return [`the score ${evaluation.score.toFixed(2)} is below ${plan.thresholds.B}`];
}
