/** The ground is taken away from under a run: its label, its issue, or its pull request. */
import { isSameLabel, type WithdrawalCause } from "#core/commands/intent.ts";
import { isToEnd } from "#core/decide/ending.ts";
import type { Run } from "#core/run/run.ts";
import {
  type ControlContext,
  DONE_BEFORE,
  type IntentOutcome,
  type IssueEvent,
} from "#loop/control/context/control-context.ts";
import type { ActiveRun } from "#loop/control/context/drive-in-control.ts";
import type { IssueNow } from "#ports/github.ts";
import { TRIGGER_REMOVED_WORDS } from "#text/phrases/trigger-removed.ts";
import { code } from "#text/sanitize/quote.ts";
import { endAsTakenOver, stopRun } from "./stop.ts";

/** Ends the run, where it is still so. Throws `Failure`. */
export async function endOnRemovedTrigger(
  cause: WithdrawalCause,
  event: IssueEvent,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // What is written down already, ahead of this turn, is followed.
  if (!isToEnd(active.run) && (await isTriggerBack(event, control))) return DONE_BEFORE;
  const happened = TRIGGER_REMOVED_WORDS[cause](event.by.login);
  return event.pull === undefined
    ? stopRun(event, { note: happened, maintainer: false }, active, control)
    : endAsTakenOver(event, happened, active, control);
}

/**
 * Why a run at rest may not go on: the next look would stop it, for nothing stands under it any more. Null where it
 * may. Throws `Failure("github")`.
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

/** A label that was set again at once: what the issue has now counts, not what was told of it (RACE-01). */
export async function isTriggerBack({ happening }: IssueEvent, control: ControlContext): Promise<boolean> {
  return happening.kind === "label_removed" && hasLabel(happening.label, await control.github.issue());
}

/** Webhooks may come in any order: what counts is the issue as it is now (WH-16). */
export function hasLabel(label: string, { labels }: Pick<IssueNow, "labels">): boolean {
  return labels.some((name) => isSameLabel(name, label));
}
