/** The plan comment is where people read what they approve: one that was taken away is shown anew, and nobody approves meanwhile (ST-04). */
import { receiptOf } from "#core/effect.ts";
import { planComment } from "#text/plan-comment.ts";
import { readRun } from "../read-run.ts";
import { letterKey } from "../steps/settle.ts";
import { writeDown } from "../write-down.ts";
import type { Desk, Heard } from "./desk.ts";
import type { Active } from "./drive-here.ts";

/**
 * `before`: the run as it was before what it owed was done. True where the plan comment stands and was there before this was said: GitHub counts comments up. Where it is gone it is created anew, once,
 * and its id written down. A plan that could not be shown at all hides from nobody: whoever approves says its digest. Throws `Failure`.
 */
export async function wasPlanShown({ comment }: Pick<Heard, "comment">, before: Active, { github, clock }: Desk): Promise<boolean> {
  const { journal } = before;
  const run = await readRun(journal);
  const receipt = receiptOf(run, "plan");
  if (receipt === null) return true;
  // Where the receipt was owed until now, the comment was looked for a moment ago.
  const isThere = receiptOf(before.run, "plan") === null || (await github.commentAt(Number(receipt))) !== null;
  if (isThere) return comment === null || Number(receipt) < comment;
  const told = run.effects.plan?.at ?? run.updatedAt;
  const again = await github.comment({ key: letterKey(run, "plan"), body: planComment(run), since: told });
  await writeDown(journal, clock, () => ({ drafts: [{ kind: "settled", effect: "plan", receipt: again, why: "", told }], alone: true }));
  return false;
}
