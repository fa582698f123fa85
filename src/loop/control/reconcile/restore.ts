/** Comments and labels that show a run are restored: a deleted comment is posted again, a changed one is set right. */
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

/** The label and the comments that show the run: what people deleted is said anew, what they changed is set right. */
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
 * Which comments of ours somebody deleted: a list may not show yet what was said a moment ago, so the comment itself is
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
