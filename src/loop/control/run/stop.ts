/** A stop ends a run: a maintainer said so, or its trigger is gone. */
import { workflowRunOf } from "#core/approval/lease.ts";
import { isToEnd } from "#core/decide/ending.ts";
import { isCertainlyBefore, isLaterComment } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import { isOver } from "#core/run/resting-stages.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { type ControlContext, DONE, DONE_BEFORE, type IntentOutcome } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven, isWorkerSilent } from "#loop/control/context/drive-in-control.ts";
import { cancelWorkflowRun } from "./take-over.ts";

/** Who said it, when, and in which comment; absent where nobody knows. */
export interface StopSource {
  readonly at: number;
  readonly comment?: number | null;
  readonly by: { readonly login: string };
}

/** Why a run is to end. `maintainer`: somebody with write access says so in their own words. */
export interface StopNote {
  readonly note: string;
  readonly maintainer: boolean;
}

/** `/stop`, the label taken away, the issue closed: the run ends, and says who asked for it. */
export function stopRun(
  event: StopSource,
  { note, maintainer }: StopNote,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  const said = { at: event.at, comment: event.comment ?? null };
  return end(
    { kind: "stop_requested", by: event.by.login, note, ...(maintainer && { maintainer }), said },
    event,
    active,
    control,
  );
}

/**
 * The pull request was pushed to, closed or merged by a person: the run ends, and nothing is pushed after them (LIFE-11
 * to LIFE-13).
 */
export function endAsTakenOver(
  event: StopSource,
  message: string,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  return end({ kind: "gave_up", reason: "taken_over", message }, event, active, control);
}

/** Whoever works on the run ends it; where nobody does, it ends here. */
async function end(
  asked: EventDraft,
  { at, comment = null }: StopSource,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // Said to an earlier run of this issue, and heard late.
  if (isCertainlyBefore(at, active.run.askedAt)) return DONE;
  // Heard again, or late, after a word by which the run goes on.
  if (!isLaterComment({ at, comment }, active.run.lastCommands.onwards)) return DONE_BEFORE;
  const run = await writeDown(active.journal, control.clock, (now) => ({
    drafts: isOver(now.stage) || isToEnd(now) ? [] : [asked],
    alone: !isDriven(now) || (isToEnd(now) && isWorkerSilent(now, control)),
  }));
  // Its machine is told as well: the worker's own look at the journal may come later, and one that waits in line need
  // not begin.
  const workflowRun = workflowRunOf(active.run);
  if (workflowRun !== null) await cancelWorkflowRun(workflowRun, control);
  if (!isDriven(run)) await driveInControl({ ...active, run }, control);
  return DONE;
}
