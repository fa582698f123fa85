/** What an approval or a stop does to the run of an issue. */
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
  type IssueEvent,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven } from "#loop/control/context/drive-in-control.ts";
import type { IssueNow } from "#ports/github.ts";
import { wasPlanShown } from "./plan-shown.ts";

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
function issueNow(
  { at, issue }: IssueEvent,
  { github, clock }: ControlContext,
): Promise<Pick<IssueNow, "title" | "body" | "open">> {
  return clock.now() - at < LATE ? Promise.resolve(issue) : github.issue();
}

/**
 * Milliseconds after which what a webhook told of the issue is old: it waited in line, and somebody may have edited the
 * issue since.
 */
const LATE = 5_000;

/**
 * The comment is still there as it was written: the same is asked of it before anything is published (CMD-19, CMD-21).
 */
async function stands({ comment: id, by }: IssueEvent, { github }: ControlContext): Promise<boolean> {
  const comment = id === null ? null : await github.commentAt(id);
  return comment !== null && !comment.edited && !comment.hidden && !comment.throughApp && comment.account === by.id;
}

function reasonsOf(draft: EventDraft | null): readonly string[] | null {
  return draft?.kind === "approval_rejected" ? draft.reasons : null;
}
