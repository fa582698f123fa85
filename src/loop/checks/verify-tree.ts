/** Verifies one tree on a fresh checkout: sets it up from nothing, and checks every rule again. */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { Tier } from "#core/config/tier.ts";
import type { QaResult } from "#core/events/data/review-results.ts";
import type { Plan } from "#core/plan/plan.ts";
import { blockingRules, type Evaluation, evaluate as score, warningRules } from "#core/rules/score.ts";
import { isJudgedTwice } from "#core/rules/template.ts";
import type { Run } from "#core/run/run.ts";
import { type CheckSubject, checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { checkRules } from "./check-rules.ts";
import { judge } from "./judge.ts";
import { steadyResults } from "./steady.ts";

export type QaProblem = QaResult["issues"][number];

/** A tree that was set up and checked. */
export interface CheckedTree {
  readonly evaluation: Evaluation;
  readonly subject: CheckSubject;
}

/** The findings of the checks on one tree. `checked` is null where the tree could not be set up. */
export interface TreeVerification {
  readonly checked: CheckedTree | null;
  readonly problems: readonly QaProblem[];
}

/** The base that a tree is compared with: the one that it grew from, or the one that it was merged with. */
export interface VerificationBase {
  readonly plan: Plan;
  readonly baseTests: TestRun | null;
}

/** Paths that must not be in a work, and are named at most. */
const MOST_OBJECTIONS = 10;

/**
 * Reviews a tree as every snapshot was reviewed, sets it up from nothing and checks it against all rules. Throws as
 * `checkRules` and `judge`.
 */
export async function verifyTree(
  run: Run,
  context: StepContext,
  tree: string,
  { plan, baseTests }: VerificationBase,
): Promise<TreeVerification> {
  const workspace = context.workspace.fresh();
  const objections = await workspace.objections(plan.base.tree, tree, { protected: plan.protected });
  if (objections.length > 0)
    return {
      checked: null,
      problems: objections
        .slice(0, MOST_OBJECTIONS)
        .map(({ path, reason }) => criticalProblem(`${JSON.stringify(path)} must not be in the work: ${reason}`)),
    };
  const { failed } = await workspace.setup(tree, plan.setup, context.signal);
  if (failed !== null) {
    return {
      checked: null,
      problems: [criticalProblem(`setup fails on a fresh checkout: ${failed.command}: ${outputTail(failed.result)}`)],
    };
  }
  const subject = {
    ...checkSubjectOf(run, context, tree),
    plan,
    workspace,
    baseTests,
    judgedBy: judgeOf(plan, run.config, context),
  };
  const results = [
    ...(await steadyResults(subject, await checkRules(subject, plan.rules))),
    ...(await judge(run, context, subject, plan.rules)),
  ];
  const evaluation = score(tree, "B", results, plan);
  return { checked: { evaluation, subject }, problems: problemsOf(evaluation, run) };
}

/**
 * Chooses another tier for the judge than in the loop, where the template has no cap on what a model judges; null where
 * it has one.
 */
function judgeOf({ template }: Plan, { models, roles: set }: Run["config"], { roles }: StepContext): Tier | null {
  if (!isJudgedTwice(template)) return null;
  const own = set?.evaluator?.model ?? roles.get("evaluator")?.tier;
  return own === "best" || own === models.best ? "balanced" : "best";
}

/**
 * One problem for each red `fail` rule; without one, and for a run that passed by its score, a problem where the score
 * is below the threshold here.
 */
function problemsOf(evaluation: Evaluation, run: Run): readonly QaProblem[] {
  const details = new Map(evaluation.results.map((result) => [result.id, result.details]));
  const red = blockingRules(evaluation).map((id) =>
    criticalProblem(`${id} fails on a fresh checkout: ${details.get(id)}`),
  );
  if (red.length > 0 || evaluation.passed || run.passedBy !== "threshold_reached") return red;
  return [
    criticalProblem(
      `the score is ${evaluation.score.toFixed(2)} on a fresh checkout, below the threshold: ` +
        warningRules(evaluation).join(", "),
    ),
  ];
}

/** A problem that keeps the work from being verified. */
export function criticalProblem(problem: string): QaProblem {
  return {
    dimension: "output",
    severity: "critical",
    problem: problem.slice(0, 800),
    fix: "Make this check pass on a fresh checkout.",
  };
}
