/**
 * The subject of a check: a tree, a workspace where it can be set up, and an approved plan. It needs no run, because
 * the command `gate` checks a tree without one.
 */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { Tier } from "#core/config/tier.ts";
import type { AddedCheck, HiddenCheck } from "#core/events/data/iteration.ts";
import type { Plan } from "#core/plan/plan.ts";
import { hiddenInForce } from "#core/run/evolve/hidden-record.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Clock } from "#ports/clock.ts";
import type { Workspace } from "#ports/workspace.ts";

export interface CheckSubject {
  readonly plan: Plan;
  readonly tree: string;
  /** The workspace of the run job, or a fresh one for QA. */
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** What the test command showed on the base; null while the base is being tested, or without a test command. */
  readonly baseTests: TestRun | null;
  /** The checks that PREPARE added to the approved ones. */
  readonly added: readonly AddedCheck[];
  /** The checks that PREPARE hides from the worker, but for those that were dropped. */
  readonly hidden: readonly HiddenCheck[];
  /** Faults that are planted in every working copy before a command runs there; absent: none. */
  readonly faults?: readonly Mutant[];
  /** Texts that are written into every working copy before a command runs there, by their paths; absent: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** True: commands run where nothing is as in a check (`ExecOptions.elsewhere`), and the folder is a repository. */
  readonly elsewhere?: boolean;
  /** The tier that judges in place of the judge's own; null: its own. */
  readonly judgedBy: Tier | null;
}

/** Makes the subject for a tree of a run, in the step's own workspace. */
export function checkSubjectOf(
  run: Run,
  { workspace, signal, clock }: Pick<StepContext, "workspace" | "signal" | "clock">,
  tree: string,
): CheckSubject {
  return {
    plan: workPlanOf(run),
    tree,
    workspace,
    signal,
    clock,
    baseTests: run.baseScore?.tests ?? null,
    added: run.progress.checks,
    hidden: hiddenInForce(run.progress),
    judgedBy: null,
  };
}
