/** Ends a run: a maintainer stops it, or its trigger is gone. */
import { workflowRunOf } from "#core/approval/lease.ts";
import { isToEnd } from "#core/decide/ending.ts";
import { isCertainlyBefore, isLaterComment } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import { isOver } from "#core/run/resting-stages.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { type ControlContext, DONE, DONE_BEFORE, type IntentOutcome } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven, isWorkerSilent } from "#loop/control/context/drive-in-control.ts";
import { cancelWorkflowRun } from "./take-over.ts";

/** The person who wants the end, the time, and the comment; `comment` is absent where none is known. */
export interface StopSource {
  readonly at: number;
  readonly comment?: number | null;
  readonly by: { readonly login: string };
}

/** The reason of an end. `maintainer`: a person with write access gives it in their own words. */
export interface StopNote {
  readonly note: string;
  readonly maintainer: boolean;
}

/** Ends the run for `/stop`, a removed label or a closed issue, and records who asked for it. */
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

/** Ends the run because a person pushed to its pull request, closed or merged it: nothing is pushed after them. */
export function endAsTakenOver(
  event: StopSource,
  message: string,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  return end({ kind: "gave_up", reason: "taken_over", message }, event, active, control);
}

/** Writes the end down. The worker of the run carries it out; where there is none, control does. */
async function end(
  asked: EventDraft,
  { at, comment = null }: StopSource,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // Meant for an earlier run of this issue, and handled late.
  if (isCertainlyBefore(at, active.run.askedAt)) return DONE;
  // Handled again, or late, after a command by which the run goes on.
  if (!isLaterComment({ at, comment }, active.run.lastCommands.onwards)) return DONE_BEFORE;
  const run = await writeDown(active.journal, control.clock, (now) => ({
    drafts: isOver(now.stage) || isToEnd(now) ? [] : [asked],
    alone: !isDriven(now) || (isToEnd(now) && isWorkerSilent(now, control)),
  }));
  // The workflow run is cancelled as well: its worker may read the journal later, and one that waits in line need not
  // begin.
  const workflowRun = workflowRunOf(active.run);
  if (workflowRun !== null) await cancelWorkflowRun(workflowRun, control);
  if (!isDriven(run)) await driveInControl({ ...active, run }, control);
  return DONE;
}
