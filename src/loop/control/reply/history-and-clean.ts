/** `/history` and `/clean`: shows what happened in a run, and removes what it left. */
import { leftoversOf, obstacleToCleaning } from "#core/outcome/leftovers.ts";
import { type ControlContext, type IntentOutcome, refusedOutcome } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import { lastRun } from "#loop/control/context/last-run.ts";
import { cleaned, offerToClean } from "#text/comments/clean-comment.ts";
import { historyComment } from "#text/comments/history-comment.ts";
import { labelOf } from "#text/phrases/label.ts";

const NEVER: IntentOutcome = { kind: "confused", why: "this issue never had a run; `/loop` begins one" };

/**
 * Replies with the events of the active run, else of the last one, as far as they can be read. Throws
 * `Failure("journal")`.
 */
export async function showHistory(active: ActiveRun | null, control: ControlContext): Promise<IntentOutcome> {
  const journal = active?.journal ?? (await control.latest());
  const history = (await journal?.load()) ?? { kind: "missing" };
  if (history.kind === "missing") return NEVER;
  return {
    kind: "answer",
    text: historyComment(history.events, history.kind === "unreadable" ? history.why : null, control.iso),
  };
}

/**
 * Replies with what the last run left behind; removes it where the command has its id as the confirmation. Idempotent:
 * a removed run is not the last one any more, so that a command that is handled twice removes no other. Throws
 * `Failure("journal")`.
 */
export async function cleanRun(
  confirmed: string | null,
  active: ActiveRun | null,
  control: ControlContext,
): Promise<IntentOutcome> {
  const run = active?.run ?? (await lastRun(control));
  if (run === null) return NEVER;
  const obstacle = obstacleToCleaning(run);
  if (obstacle !== null) return refusedOutcome(obstacle);
  const leftovers = leftoversOf(run);
  if (confirmed === null) return { kind: "answer", text: offerToClean(run, leftovers) };
  if (confirmed !== run.runId)
    return refusedOutcome(
      `the last run of this issue is ${run.runId}, not ${confirmed}; \`/loop clean\` shows what would go`,
    );
  const fate = await control.remove(control.github.number, run.runId, leftovers.branch);
  await control.github.relabel(labelOf(run.stage), null);
  return { kind: "answer", text: cleaned(run, leftovers, fate) };
}
