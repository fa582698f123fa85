/**
 * What a look does about a run that is over: what people said since is heard; it is shown as it ended, whoever died
 * before they drew it, or stood still and drew over it; and when it is old, what it left goes.
 */
import { CATCH_UP_WINDOW, POLL_AFTER_END, WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { isCertainlyBefore, runEndedAt } from "#core/events/data/comment-order.ts";
import { mayCleanUp } from "#core/outcome/retention.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { sendFinalComments } from "#loop/control/context/final-comments.ts";
import { lastRun } from "#loop/control/context/last-run.ts";
import { removeDoubles } from "#loop/control/reply/remove-doubles.ts";
import { areViewsCurrent, refreshViews } from "#loop/journals/views.ts";
import type { IssueComments } from "#ports/github-comments.ts";
import { handleMissedComments } from "./missed-comments.ts";
import { removeOldRuns } from "./remove-old-runs.ts";

/**
 * False where the issue never had a run. Five requests at most where nothing is wrong and nobody said anything.
 * Idempotent. Throws `Failure`.
 */
export async function reconcileEndedRun(control: ControlContext): Promise<boolean> {
  const run = await lastRun(control);
  if (run === null) return false;
  if (mayCleanUp(run, control.clock.now())) await removeOldRuns(control);
  else if (run.unreadable === null && isOver(run.stage)) await afterEnd(run, control);
  return true;
}

/**
 * Says what is still to be said, and hears what people said since the end; where that was nothing, and the end is not
 * long ago, label and comments are set right.
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

/** Sets label and comments right. */
async function showEnd(run: Run, comments: IssueComments["ownComments"], control: ControlContext): Promise<void> {
  const { github, log } = control;
  await removeDoubles(run, comments, control);
  const { labels } = await github.issue();
  if (!areViewsCurrent(run, { labels, ownComments: comments }, github)) await refreshViews(run, github, log);
}
