/** Carries out `/approve` on the run of an issue. */
import { approve } from "#core/approval/approval.ts";
import type { ApproveCommand } from "#core/commands/slash-commands.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import {
  type ControlContext,
  DONE,
  DONE_BEFORE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import type { IssueNow } from "#ports/github.ts";
import { wasPlanShown } from "./plan-shown.ts";

/** Refuses with every reason, or writes the approval down and hands the run over to the workflow. */
export async function approveRun(
  event: IssueEvent,
  { digest, stepwise }: Pick<ApproveCommand, "digest" | "stepwise">,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // The same comment, handled again.
  if (active.run.approval !== null && active.run.approval.comment === event.comment) {
    // The job that handled it first may have died before it started the workflow.
    if (!isDriven(active.run)) await driveInControl(active, control);
    return DONE_BEFORE;
  }
  // Effects that are still due come first: their receipts are then written with the approval.
  if (active.run.stage === "awaiting_approval") await driveInControl(active, control);
  const now = await issueNow(event, control);
  if (!now.open) return refusedOutcome("the issue is closed; open it again, and set the label for a new run");
  if (!(await stands(event, control)))
    return refusedOutcome("the approving comment was edited or taken back; write a new one");
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
  // The hand-over digest covers the time of the event: with one millisecond more, no job may claim it.
  const decide = (run: Run, at: number): { readonly drafts: readonly EventDraft[]; readonly alone: boolean } => {
    draft = approve(run, { ...consent, at });
    // A run that waits for no approval gets no event of a refused one.
    return { drafts: run.stage === "awaiting_approval" ? [draft] : [], alone: true };
  };
  const after = await writeDown(active.journal, control.clock, decide);
  const reasons = reasonsOf(draft);
  if (reasons !== null) return refusedOutcome(`not approved: ${reasons.join("; ")}`);
  await driveInControl({ ...active, run: after }, control);
  return DONE;
}

/** The issue as the webhook reported it a moment ago; as it is now where the event is late. */
function issueNow(
  { at, issue }: IssueEvent,
  { github, clock }: ControlContext,
): Promise<Pick<IssueNow, "title" | "body" | "open">> {
  return clock.now() - at < LATE ? Promise.resolve(issue) : github.issue();
}

/**
 * Milliseconds after which a webhook's copy of the issue is old: the event waited in line, and a person may have edited
 * the issue since.
 */
const LATE = 5_000;

/** True where the comment is still there as it was written; the same is checked before anything is published. */
async function stands({ comment: id, by }: IssueEvent, { github }: ControlContext): Promise<boolean> {
  const comment = id === null ? null : await github.commentAt(id);
  return comment !== null && !comment.edited && !comment.hidden && !comment.throughApp && comment.account === by.id;
}

function reasonsOf(draft: EventDraft | null): readonly string[] | null {
  return draft?.kind === "approval_rejected" ? draft.reasons : null;
}
