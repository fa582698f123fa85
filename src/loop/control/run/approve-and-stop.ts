/** What an approval or a stop does to the run of an issue. */
import { approve } from "#core/approval/approval.ts";
import { workflowRunOf } from "#core/approval/lease.ts";
import type { ApproveCommand } from "#core/commands/slash-commands.ts";
import { isToEnd } from "#core/decide/ending.ts";
import { isCertainlyBefore, isLaterComment } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { isOver } from "#core/run/stage.ts";
import { writeDown } from "#loop/context/write-down.ts";
import {
  type ControlContext,
  DONE,
  DONE_BEFORE,
  type IntentOutcome,
  type IssueEvent,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven, isWorkerSilent } from "#loop/control/context/drive-in-control.ts";
import type { IssueNow } from "#ports/github.ts";
import { wasPlanShown } from "./plan-shown.ts";
import { cancelWorkflowRun } from "./take-over.ts";

/** `/approve`: refused with every reason, or written down and handed over to the workflow. */
export async function approveRun(
  event: IssueEvent,
  { digest, stepwise }: Pick<ApproveCommand, "digest" | "stepwise">,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // The same comment, heard again.
  if (active.run.approval !== null && active.run.approval.comment === event.comment) {
    // Who heard it first may have died before the workflow was started.
    if (!isDriven(active.run)) await driveInControl(active, control);
    return DONE_BEFORE;
  }
  // What is owed from before comes first: its receipt is then written with the approval.
  if (active.run.stage === "awaiting_approval") await driveInControl(active, control);
  const now = await issueNow(event, control);
  if (!now.open) return refusedOutcome("the issue is closed; open it again, and set the label for a new run");
  if (!(await stands(event, control))) return refusedOutcome("the approving comment was edited or taken back; write a new one");
  if (active.run.stage === "awaiting_approval" && !(await wasPlanShown(event, digest, active, control)))
    return refusedOutcome("the comment with the plan was not there; it is now: read it, then approve it");
  const consent = {
    by: event.by.login,
    writtenAt: event.at,
    digest,
    stepwise,
    comment: event.comment,
    account: event.by.id,
    isAuthor: event.by.id === event.issue.authorId,
    issue: now,
  };
  let draft: EventDraft | null = null;
  // The seal of the hand-over holds the time of the event: one millisecond more, and nobody may take it up.
  const decide = (run: Run, at: number): { readonly drafts: readonly EventDraft[]; readonly alone: boolean } => {
    draft = approve(run, { ...consent, at });
    // What waits for nobody is not told that it was refused.
    return { drafts: run.stage === "awaiting_approval" ? [draft] : [], alone: true };
  };
  const after = await writeDown(active.journal, control.clock, decide);
  const reasons = reasonsOf(draft);
  if (reasons !== null) return refusedOutcome(`not approved: ${reasons.join("; ")}`);
  await driveInControl({ ...active, run: after }, control);
  return DONE;
}

/** As it was told a moment ago; as it is now where the word comes late. */
function issueNow({ at, issue }: IssueEvent, { github, clock }: ControlContext): Promise<Pick<IssueNow, "title" | "body" | "open">> {
  return clock.now() - at < LATE ? Promise.resolve(issue) : github.issue();
}

/** Milliseconds after which what a webhook told of the issue is old: it waited in line, and somebody may have edited the issue since. */
const LATE = 5_000;

/** The comment is still there as it was written: the same is asked of it before anything is published (CMD-19, CMD-21). */
async function stands({ comment: id, by }: IssueEvent, { github }: ControlContext): Promise<boolean> {
  const comment = id === null ? null : await github.commentAt(id);
  return comment !== null && !comment.edited && !comment.hidden && !comment.throughApp && comment.account === by.id;
}

function reasonsOf(draft: EventDraft | null): readonly string[] | null {
  return draft?.kind === "approval_rejected" ? draft.reasons : null;
}

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
  return end({ kind: "stop_requested", by: event.by.login, note, ...(maintainer && { maintainer }), said }, event, active, control);
}

/** The pull request was pushed to, closed or merged by a person: the run ends, and nothing is pushed after them (LIFE-11 to LIFE-13). */
export function endAsTakenOver(event: StopSource, message: string, active: ActiveRun, control: ControlContext): Promise<IntentOutcome> {
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
  // Its machine is told as well: the worker's own look at the journal may come later, and one that waits in line need not begin.
  const workflowRun = workflowRunOf(active.run);
  if (workflowRun !== null) await cancelWorkflowRun(workflowRun, control);
  if (!isDriven(run)) await driveInControl({ ...active, run }, control);
  return DONE;
}
