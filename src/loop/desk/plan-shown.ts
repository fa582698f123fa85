/** The plan comment is where people read what they approve: one that was taken away is shown anew, and nobody approves meanwhile (ST-04). */
import { receiptOf } from "#core/effect.ts";
import { readRun } from "../read-run.ts";
import type { Desk, Heard } from "./desk.ts";
import type { Active } from "./drive-here.ts";
import { showAnew } from "./show-anew.ts";

/**
 * `before`: the run as it was before what it owed was done. True where the plan comment stands and was there before this was said: GitHub
 * counts comments up. Where it is gone it is shown anew. A plan that could not be shown at all hides from nobody: whoever approves says its
 * digest. Throws `Failure`.
 */
export async function wasPlanShown({ comment }: Pick<Heard, "comment">, { run, journal }: Active, desk: Desk): Promise<boolean> {
  const receipt = receiptOf(await readRun(journal), "plan");
  if (receipt === null) return true;
  // Where the receipt was owed until now, the comment was looked for a moment ago.
  const isThere = receiptOf(run, "plan") === null || (await desk.github.commentAt(Number(receipt))) !== null;
  if (isThere) return comment === null || Number(receipt) < comment;
  await showAnew(["plan"], journal, desk);
  return false;
}
