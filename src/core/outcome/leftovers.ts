/** The leftovers of a run, and whether the bot may delete them. */
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";

/**
 * `branch` goes only where it still points at `commit`; null where there is none, or where it stays: `stays` says why.
 */
export interface Leftovers {
  readonly branch: { readonly name: string; readonly commit: string } | null;
  readonly stays: string | null;
}

/** Why the bot does not delete a run, as a sentence; null when it may. Only a run that is over may be deleted. */
export function obstacleToCleaning(run: Run): string | null {
  if (run.unreadable !== null)
    return `the history of ${run.alias} cannot be read, so nobody knows whether it is over; look at it first`;
  return isOver(run.stage) ? null : `the run ${run.alias} is ${run.stage}: stop it first`;
}

/** A branch that a pull request was made of stays: without it the pull request would be closed. */
export function leftoversOf(run: Run): Leftovers {
  const { head } = run.progress;
  if (head.commit === run.base.commit) return { branch: null, stays: null };
  const name = branchOf(run);
  const pull = pullRequestOf(run);
  if (pull !== null) return { branch: null, stays: `the branch ${name}, which pull request #${pull} needs` };
  return { branch: { name, commit: head.commit }, stays: null };
}
