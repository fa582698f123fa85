/** Finds what a maintainer would write into the plan where the gate refuses a true fix for tests that find less. */
import type { TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { exceptionsFor } from "#core/backtest/excused-tests-of.ts";
import type { PatchVerdict } from "#core/backtest/fix-result.ts";
import { BITE_ID } from "#core/planning/guards.ts";
import { globMatcher } from "#core/values/glob.ts";
import { biteOf } from "#loop/checks/faults/bite.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";

/** True where nothing but tests that find less stands against a patch. */
export function isOnlyBite(verdict: PatchVerdict): boolean {
  return verdict.kind === "refused" && verdict.reasons.every((reason) => reason.startsWith(`${BITE_ID}: `));
}

/**
 * The tests of the base that find less in the subject's tree, as exceptions of its plan; empty where they cannot be
 * named. `run`: the test command. Throws as the workspace does.
 */
export async function excusesIn(subject: CheckSubject, run: string): Promise<readonly TestException[]> {
  const { workspace, plan } = subject;
  const bite = await biteOf(subject, run);
  const names = bite.kind === "measured" ? bite.lost.flatMap(({ missed }) => missed) : [];
  if (names.length === 0) return [];
  const paths = (await workspace.paths(plan.base.tree)).filter(globMatcher(plan.tests));
  const files = await inParallel(plan.limits.parallel, paths, async (path) => ({
    path,
    text: (await workspace.textAt(plan.base.tree, path)) ?? "",
  }));
  return exceptionsFor([...new Set(names)], files);
}
