/**
 * Merges the work with the base branch as it is now: the driver runs the checks on the merge, and reports conflicts.
 */
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { MergeCheck } from "#text/prompts/verify.ts";
import { criticalProblem, type QaProblem, type VerificationBase, verifyTree } from "./verify-tree.ts";

/**
 * Verifies the merge with a base that has moved: the merge must exist and pass too. It is compared with the base as it
 * is now, so that what others changed there, tests among it, does not count against the work.
 */
export async function proveMerge(
  run: Run,
  context: StepContext,
  head: string,
  base: string,
): Promise<{ readonly onBase: MergeCheck; readonly problems: readonly QaProblem[] }> {
  const merge = await context.workspace.merge(head, base);
  if (merge.kind === "conflict") {
    const problem = {
      ...criticalProblem(conflictWords(merge.paths)),
      fix: "Begin a new run over the base as it is now, or merge by hand.",
    };
    return { onBase: { kind: "conflict", paths: merge.paths }, problems: [problem] };
  }
  const { checked, problems } = await verifyTree(run, context, merge.tree, await againstNow(run, context, base));
  const prefixed = problems.map((problem) => ({
    ...problem,
    problem: `merged with the base as it is now: ${problem.problem}`.slice(0, 800),
  }));
  return { onBase: { kind: "merged", results: checked?.evaluation.results ?? [] }, problems: prefixed };
}

function conflictWords(paths: readonly string[]): string {
  if (paths.length === 0) return "the base was written anew: it has no commit in common with the work";
  return `the base has moved and conflicts in ${paths.slice(0, 10).join(", ")}`;
}

/** The plan with the base as it is now, and what the tests of that base show on it. */
async function againstNow(run: Run, context: StepContext, base: string): Promise<VerificationBase> {
  const tree = await context.workspace.treeOf(base);
  const approved = workPlanOf(run);
  // Whether the tests of the work still bite was shown on its own base.
  const rules = approved.rules.filter(({ check }) => check.kind !== "tests_bite");
  const plan = { ...approved, rules, base: { ...run.base, commit: base, tree } };
  if (plan.checks.test === null) return { plan, baseTests: null };
  const workspace = context.workspace.fresh();
  await workspace.setup(tree, plan.setup, context.signal);
  return {
    plan,
    baseTests: await runTests({ ...checkSubjectOf(run, context, tree), plan, workspace }, plan.checks.test),
  };
}
