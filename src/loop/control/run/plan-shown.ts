/**
 * Checks that a person could read the plan in a comment before they approved it; a plan comment that was removed is
 * posted again.
 */
import { receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { plansShownBefore } from "#loop/engine/shown-before.ts";
import { repostComments } from "./repost.ts";

/**
 * True where a comment of ours showed this very plan before the approval, or where the approval names its digest. Else
 * false; where the comment is gone or shows another plan, it is posted again. `run`: as it was before its due effects
 * were sent. Throws `Failure`.
 */
export async function wasPlanShown(
  { comment }: Pick<IssueEvent, "comment">,
  digest: string | null,
  { run, journal }: ActiveRun,
  control: ControlContext,
): Promise<boolean> {
  const now = await readRun(journal);
  const receipt = receiptOf(now, "plan");
  // The plan could not be shown at all: a person who approves it names its digest.
  if (receipt === null && digest !== null) return true;
  // Where the receipt was missing until now, the comment was sent or found a moment ago.
  const isThere =
    receipt !== null && (receiptOf(run, "plan") === null || (await control.github.commentAt(Number(receipt))) !== null);
  // It was posted after the approval: the person has not read it.
  if (isThere && isLater(receipt, comment)) return false;
  if (isThere && (digest !== null || (await isShown(now, comment, control)))) return true;
  await repostComments(["plan"], journal, control);
  return false;
}

function isLater(receipt: string, comment: number | null): boolean {
  return comment !== null && Number(receipt) > comment;
}

/**
 * True where the plan that waits was shown before the comment. Without a comment there is no time to compare with: true
 * as well.
 */
async function isShown(run: Run, comment: number | null, { github }: ControlContext): Promise<boolean> {
  const shown = await plansShownBefore(comment, run, github);
  return shown === null || (run.request !== null && shown.includes(run.request.digest));
}
