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

const NOTHING = { base: [], baseTests: null, evaluation: null };

/** Paths that may not change and are named at most. */
const MOST_NAMED = 20;

/**
 * Judges the tree of a head against a plan whose base is the tree `plan.base.tree`: first what it changes, as every
 * snapshot of a worker's folder is reviewed, and only then what runs. The rules that guard the tests are the plan's,
 * whether it names them or not. Throws `Failure` and `Interrupted` as the workspace does.
 */
export async function checkOnly(given: Plan, headTree: string, outside: CheckOutside): Promise<CheckOnlyResult> {
  const plan = withGuards(given);
  const { workspace } = outside;
  const changed = (await workspace.changes(plan.base.tree, headTree)).map(({ path }) => path);
  const beyond = pathsOutsideScope(plan, changed);
  const objections = await workspace.objections(plan.base.tree, headTree, {
    protected: plan.protected,
    allowed: allowedGlobs(plan),
  });
  const reasons = objections.slice(0, MOST_NAMED).map(({ path, reason }) => `${JSON.stringify(path)}: ${reason}`);
  const judged = reasons.length > 0 ? { ...NOTHING, accepted: false, reasons } : await onBoth(plan, headTree, outside);
  return { ...judged, outside: beyond };
}

type Judged = Omit<CheckOnlyResult, "outside">;

/** Runs what the plan asks for on the base, and then on the head. */
async function onBoth(plan: Plan, headTree: string, { workspace, signal, clock }: CheckOutside): Promise<Judged> {
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

async function onHead(plan: Plan, tree: string, { base, baseTests, ...outside }: BaseResults): Promise<Judged> {
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
