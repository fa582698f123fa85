/**
 * Decides whether a run may still go on with its pull request: once a person has taken it over, the bot pushes nothing
 * to it.
 */
import { wasShown } from "./next-round.ts";
import type { Run } from "./run.ts";
import { branchOf, publicationOf } from "./run-facts.ts";

/**
 * A pull request as GitHub shows it now. `head`: the commit that its branch points at; `base`: the branch that it goes
 * to.
 */
export interface PullRequestState {
  readonly open: boolean;
  readonly merged: boolean;
  readonly branch: string;
  readonly head: string;
  readonly base: string;
}

/** The number of the pull request that shows the run's work; null where there is none. */
export function pullRequestOf(run: Pick<Run, "published" | "shown" | "drafted">): number | null {
  return publicationOf(run)?.number ?? run.drafted;
}

/**
 * Who opens pull requests. What a workflow's own token opens, or moves by a push, gets workflow runs that wait for a
 * maintainer's click; what an App does gets runs that begin
 * (https://docs.github.com/actions/concepts/security/github_token).
 */
export type PullRequestOpener = "app" | "workflow";

/**
 * What the workflow's own token did to the pull request, so that its workflow runs wait for a click; null where they
 * begin by themselves, or nothing is opened. `opener`: who opens it now, or updates it. What an earlier round opened
 * was moved since by the pushes of the job `run`, which has no other token.
 */
export function causeOfWait(
  run: Pick<Run, "published" | "shown" | "drafted">,
  opener: PullRequestOpener | null,
): "opened" | "moved" | null {
  if (opener === null) return null;
  if (pullRequestOf(run) !== null) return "moved";
  return opener === "workflow" ? "opened" : null;
}

/** True while the pull request is a draft of work that was not verified. */
export function isDraftPullRequest(run: Pick<Run, "published" | "shown" | "drafted">): boolean {
  return run.drafted !== null && publicationOf(run) === null;
}

/** Why the bot does nothing more to the pull request, as a sentence; null where it is as the run left it. */
export function obstacleInPullRequest(run: Run, { open, merged, branch, head, base }: PullRequestState): string | null {
  const name = `pull request #${pullRequestOf(run)}`;
  if (merged) return `${name} is merged: open an issue for what is left to do`;
  if (!open) return `${name} is closed, and nothing is pushed to a closed one; open it again, then say it again`;
  if (base !== run.base.branch)
    return `${name} goes to ${base} now, and this run was approved for ${run.base.branch}; begin a new one`;
  if (head === run.progress.head.commit) return null;
  return (
    `${branch} is at ${head}, and the last commit of this run is ${run.progress.head.commit}: ` +
    "somebody else pushed to it, so it is theirs; nothing is pushed over it"
  );
}

/** The same where the branch alone shows the work: `head` is its commit now, null where it is gone. */
export function obstacleInBranch(run: Run, head: string | null): string | null {
  const { commit } = run.progress.head;
  if (!wasShown(run) || head === commit) return null;
  return (
    `${branchOf(run)} is ${head === null ? "gone" : `at ${head}`}, and the last commit of this run ` +
    `is ${commit}: take it back there, or begin a new run`
  );
}
