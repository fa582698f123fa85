/** `/history` and `/clean`: what happened in a run, and taking away what it left (S1.01, S1.05, M1.01). */
import { obstacleToCleaning, remainsOf } from "#core/outcome/remains.ts";
import { type Desk, type Outcome, refused } from "#loop/desk/context/desk.ts";
import type { Active } from "#loop/desk/context/drive-here.ts";
import { lastRun } from "#loop/desk/context/last-run.ts";
import { cleaned, offerToClean } from "#text/comments/clean-comment.ts";
import { historyComment } from "#text/comments/history-comment.ts";
import { labelOf } from "#text/phrases/label.ts";

const NEVER: Outcome = { kind: "confused", why: "this issue never had a run; set the label to begin one" };

/** The events of the active run, else of the last one, as far as they can be read. Throws `Failure("journal")`. */
export async function showHistory(active: Active | null, desk: Desk): Promise<Outcome> {
  const journal = active?.journal ?? (await desk.latest());
  const history = (await journal?.load()) ?? { kind: "missing" };
  if (history.kind === "missing") return NEVER;
  return { kind: "answer", text: historyComment(history.events, history.kind === "unreadable" ? history.why : null, desk.iso) };
}

/**
 * Says what the last run left behind; with its id as the confirmation takes it away. Idempotent: a run that is gone is not the last one
 * any more, so that a command that is heard twice removes no other. Throws `Failure("journal")`.
 */
export async function clean(confirmed: string | null, active: Active | null, desk: Desk): Promise<Outcome> {
  const run = active?.run ?? (await lastRun(desk));
  if (run === null) return NEVER;
  const obstacle = obstacleToCleaning(run);
  if (obstacle !== null) return refused(obstacle);
  const remains = remainsOf(run);
  if (confirmed === null) return { kind: "answer", text: offerToClean(run, remains) };
  if (confirmed !== run.runId)
    return refused(`the last run of this issue is ${run.runId}, not ${confirmed}; \`/loop clean\` shows what would go`);
  const fate = await desk.remove(desk.github.number, run.runId, remains.branch);
  await desk.github.relabel(labelOf(run.stage), null);
  return { kind: "answer", text: cleaned(run, remains, fate) };
}
