/** Ends a run whose trigger was removed: its label, its issue, or its pull request. */
import { isSameLabel, type WithdrawalCause } from "#core/commands/intent.ts";
import { isToEnd } from "#core/decide/ending.ts";
import type { Run } from "#core/run/run.ts";
import { type ControlContext, DONE_BEFORE, type IntentOutcome } from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import type { IssueNow } from "#ports/github.ts";
import { TRIGGER_REMOVED_WORDS } from "#text/phrases/words.ts";
import { code } from "#text/sanitize/quote.ts";
import { endAsTakenOver, stopRun } from "./stop.ts";

/** Ends the run, where the trigger is still gone. Throws `Failure`. */
export async function endOnRemovedTrigger(
  cause: WithdrawalCause,
  event: IssueEvent,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // A stop that was written down ahead of this turn is followed.
  if (!isToEnd(active.run) && (await isTriggerBack(event, control))) return DONE_BEFORE;
  const happened = TRIGGER_REMOVED_WORDS[cause](event.by.login);
  return event.pull === undefined
    ? stopRun(event, { note: happened, maintainer: false }, active, control)
    : endAsTakenOver(event, happened, active, control);
}

/**
 * The reason why a run at rest may not go on: its trigger is gone, so the next poll would stop it. Null where it may.
 * Throws `Failure("github")`.
 */
export async function triggerGone(
  { config: { label } }: Pick<Run, "config">,
  { github }: Pick<ControlContext, "github">,
): Promise<string | null> {
  const issue = await github.issue();
  if (!issue.open) return "the issue is closed; open it again, then say it once more";
  return hasLabel(label, issue)
    ? null
    : `the issue does not have the label ${code(label)} any more; set it for a new run`;
}

/** True for a label that was set again at once: the issue as it is now counts, not as the event reported it. */
export async function isTriggerBack({ happening }: IssueEvent, control: ControlContext): Promise<boolean> {
  return happening.kind === "label_removed" && hasLabel(happening.label, await control.github.issue());
}

/** True where the issue has the label. Webhooks may come in any order: the issue as it is now counts. */
export function hasLabel(label: string, { labels }: Pick<IssueNow, "labels">): boolean {
  return labels.some((name) => isSameLabel(name, label));
}
