/**
 * What is checked: a tree, in a workspace where it can be set up, by an approved plan. Enough without a run: the gate
 * alone uses it too.
 */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { Tier } from "#core/config/tier.ts";
import type { AddedCheck, HiddenCheck } from "#core/events/data/iteration.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Workspace } from "#ports/workspace.ts";

export interface CheckSubject {
  readonly plan: Plan;
  readonly tree: string;
  /** The bench's own workspace, or a fresh one for QA. */
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** What the test command showed on the base; null while that is being found out, or without a test command. */
  readonly baseTests: TestRun | null;
  /** What PREPARE added to the approved checks. */
  readonly added: readonly AddedCheck[];
  /** What PREPARE keeps from whoever does the work. */
  readonly hidden: readonly HiddenCheck[];
  /** Commands run where nothing says that this is a check (RH-11). */
  readonly elsewhere?: boolean;
  /** Another tier than the judge's own; null: its own. */
  readonly judgedBy: Tier | null;
}

/** A tree of a run, on the bench unless another workspace is given. */
export function checkSubjectOf(
  run: Run,
  { workspace, signal }: Pick<StepContext, "workspace" | "signal">,
  tree: string,
): CheckSubject {
  return {
    plan: planOf(run),
    tree,
    workspace,
    signal,
    baseTests: run.baseScore?.tests ?? null,
    added: run.progress.checks,
    hidden: run.progress.hidden,
    judgedBy: null,
  };
}
