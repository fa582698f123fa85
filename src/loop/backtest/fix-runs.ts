/** Runs the tests on the trees of a fix: what they show says whether it closed a bug. */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { FixRuns } from "#core/backtest/turned.ts";
import type { FixTrees } from "#core/backtest/variants.ts";
import type { Plan } from "#core/plan/plan.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import type { CheckOutside } from "#loop/jobs/check-only.ts";

/** Where the tests of a fix run, and the command that runs them. */
export interface TestedFix extends CheckOutside {
  readonly test: string;
}

/** A tree as checks see it that nothing is known of. */
export function bareSubject({ workspace, signal, clock }: CheckOutside, plan: Plan, tree: string): CheckSubject {
  return { plan, tree, workspace, signal, clock, baseTests: null, added: [], hidden: [], judgedBy: null };
}

/** What the tests show on a tree, and whether they took all the time that one run of them has. */
export async function shownBy(
  one: TestedFix,
  plan: Plan,
  tree: string,
): Promise<{ readonly run: TestRun; readonly isSlow: boolean }> {
  const from = one.clock.now();
  const run = await runTests(bareSubject(one, plan, tree), one.test);
  return { run, isSlow: one.clock.now() - from >= plan.limits.checkMs };
}

/** What they show with a fix, on its parent with its tests, and on the parent. Throws as the workspace does. */
export async function runsAround(one: TestedFix, plan: Plan, trees: FixTrees, fix: TestRun): Promise<FixRuns> {
  const { run: withTests } = await shownBy(one, plan, trees.red);
  const { run: parent } = await shownBy(one, plan, trees.parent);
  return { fix, withTests, parent };
}
