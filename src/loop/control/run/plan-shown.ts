/**
 * The plan comment is where people read what they approve: one that was taken away is shown anew, and nobody approves
 * meanwhile (ST-04).
 */
import { receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext, IssueEvent } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import { plansShownBefore } from "#loop/engine/shown-before.ts";
import { repostComments } from "./repost.ts";

/**
 * `run`: as it was before what it owed was done. True where a comment of ours showed this very plan before this was
 * said, or where its digest was said. Where that is not so the plan is shown anew: it is gone, or another one stands
 * there. Throws `Failure`.
 */
export async function wasPlanShown(
  { comment }: Pick<IssueEvent, "comment">,
  digest: string | null,
  { run, journal }: ActiveRun,
  control: ControlContext,
): Promise<boolean> {
  const now = await readRun(journal);
  const receipt = receiptOf(now, "plan");
  // A plan that could not be shown at all hides from nobody: whoever approves says its digest.
  if (receipt === null && digest !== null) return true;
  // Where the receipt was owed until now, the comment was looked for a moment ago.
  const isThere =
    receipt !== null && (receiptOf(run, "plan") === null || (await control.github.commentAt(Number(receipt))) !== null);
  // It came only now: nobody has read it yet.
  if (isThere && isLater(receipt, comment)) return false;
  if (isThere && (digest !== null || (await isShown(now, comment, control)))) return true;
  await repostComments(["plan"], journal, control);
  return false;
}

function isLater(receipt: string, comment: number | null): boolean {
  return comment !== null && Number(receipt) > comment;
}

/** Of the plan that waits, and no other. Where nobody commented there is nothing to hold it against. */
async function isShown(run: Run, comment: number | null, { github }: ControlContext): Promise<boolean> {
  const shown = await plansShownBefore(comment, run, github);
  return shown === null || (run.request !== null && shown.includes(run.request.digest));
}
