/** Restores the comments and the label that show a run: posts a deleted comment again, and corrects a changed one. */
import { WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { pendingSince, receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import { removeDoubles } from "#loop/control/reply/remove-doubles.ts";
import { repostComments } from "#loop/control/run/repost.ts";
import { areViewsCurrent, refreshViews, refreshWithRecheck } from "#loop/journals/views.ts";
import type { IssueComments } from "#ports/github-comments.ts";

/**
 * Posts the comments again that people deleted; where there are none, removes doubled ones and corrects what people
 * changed.
 */
export async function restoreAll(
  { journal }: ActiveRun,
  { ownComments }: IssueComments,
  control: ControlContext,
): Promise<void> {
  const { github, log } = control;
  const run = await readRun(journal);
  const gone = await goneFrom(run, ownComments, control);
  if (gone.length > 0) return repostComments(gone, journal, control);
  await removeDoubles(run, ownComments, control);
  const { labels } = await github.issue();
  if (!areViewsCurrent(run, { labels, ownComments }, github))
    await refreshWithRecheck(() => refreshViews(run, github, log), journal, control);
}

/**
 * The comments of the run that a person deleted. A list may not show a recent comment yet, so the comment itself is
 * asked for.
 */
async function goneFrom(
  run: Run,
  comments: IssueComments["ownComments"],
  { github, clock }: ControlContext,
): Promise<readonly ("plan" | "status")[]> {
  const gone: ("plan" | "status")[] = [];
  for (const effect of ["plan", "status"] as const) {
    const [receipt, one] = [receiptOf(run, effect), run.effects[effect]];
    if (
      receipt === null ||
      one === undefined ||
      comments.has(receipt) ||
      clock.now() - pendingSince(one) < WEBHOOK_GRACE
    )
      continue;
    if ((await github.commentAt(Number(receipt))) === null) gone.push(effect);
  }
  return gone;
}
