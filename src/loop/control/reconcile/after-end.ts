/**
 * Reconciles an issue whose last run is over: handles missed comments, sends the last comments of the run, corrects its
 * views, looks at the checks of its pull request, and removes the state of old runs.
 */
import { awaitsChecks } from "#core/ci/ci-round.ts";
import { CATCH_UP_WINDOW, POLL_AFTER_END, WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { isCertainlyBefore, runEndedAt } from "#core/events/data/comment-order.ts";
import { mayCleanUp } from "#core/outcome/retention.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { sendFinalComments } from "#loop/control/context/final-comments.ts";
import { lastRun } from "#loop/control/context/last-run.ts";
import { removeDoubles } from "#loop/control/reply/remove-doubles.ts";
import { watchChecks } from "#loop/control/run/watch-checks.ts";
import { areViewsCurrent, refreshViews } from "#loop/journals/views.ts";
import type { IssueComments } from "#ports/github-comments.ts";
import { handleMissedComments } from "./missed-comments.ts";
import { removeOldRuns } from "./remove-old-runs.ts";

/**
 * Gives false where the issue has no last run that can be read. Five requests at most where nothing is wrong and there
 * are no new comments, and some more while checks are waited for. Idempotent. Throws `Failure`.
 */
export async function reconcileEndedRun(control: ControlContext): Promise<boolean> {
  const run = await lastRun(control);
  if (run === null) return false;
  if (mayCleanUp(run, control.clock.now())) await removeOldRuns(control);
  else if (run.unreadable === null && isOver(run.stage)) {
    await afterEnd(run, control);
    if (awaitsChecks(run, control.clock.now())) await watchChecks(control);
  }
  return true;
}

/**
 * Sends the comments that are still due, and handles those of people since the end. Where there were none, and the end
 * is not long ago, it corrects label and comments: the job that ended the run may have died before it refreshed them,
 * and a slow one may have refreshed them later with an older state.
 */
async function afterEnd(ended: Run, control: ControlContext): Promise<void> {
  const { github, clock } = control;
  const age = clock.now() - ended.updatedAt;
  const since = Math.max(runEndedAt(ended), clock.now() - CATCH_UP_WINDOW);
  const run = age > WEBHOOK_GRACE ? await sendFinalComments(ended, control) : ended;
  const { unhandled, ownComments } = await github.commentsSince(age <= POLL_AFTER_END ? run.startedAt : since);
  const said = unhandled.filter(({ at }) => !isCertainlyBefore(at, since));
  if (!(await handleMissedComments(said, ended, control)) && age <= POLL_AFTER_END)
    await showEnd(run, ownComments, control);
}

/** Removes doubled comments, and refreshes label and comments that are not current. */
async function showEnd(run: Run, comments: IssueComments["ownComments"], control: ControlContext): Promise<void> {
  const { github, log } = control;
  await removeDoubles(run, comments, control);
  const { labels } = await github.issue();
  if (!areViewsCurrent(run, { labels, ownComments: comments }, github)) await refreshViews(run, github, log);
}
