/** Runs the tests on the trees of a fix: what they show says whether it closed a bug. */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { FixRuns } from "#core/backtest/turned.ts";
import type { FixTrees } from "#core/backtest/variants.ts";
import type { Plan } from "#core/plan/plan.ts";
import { sourcesWithBaseTests } from "#loop/checks/on-tree/base-texts.ts";
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

/** What they show with a fix, with the base's tests in its sources, and before it. Throws as the workspace does. */
export async function runsAround(one: TestedFix, plan: Plan, trees: FixTrees, fix: TestRun): Promise<FixRuns> {
  const { run: withTests } = await shownBy(one, plan, trees.red);
  const { run: parent } = await shownBy(one, plan, trees.parent);
  return { fix, held: await heldRun(one, plan, trees, fix), withTests, parent };
}

async function heldRun(one: TestedFix, plan: Plan, trees: FixTrees, fix: TestRun): Promise<TestRun> {
  const subject = bareSubject(one, plan, trees.fix);
  const changed = await one.workspace.changes(trees.red, trees.fix);
  const texts = await sourcesWithBaseTests(
    subject,
    changed.map(({ path }) => path),
  );
  return texts.size === 0 ? fix : runTests({ ...subject, texts }, one.test);
}
