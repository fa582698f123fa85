/** What an approval or a stop does to the run of an issue. */
import { approve } from "#core/approval/approval.ts";
import { workflowRunOf } from "#core/approval/lease.ts";
import type { Approve } from "#core/commands/slash-words.ts";
import { isToEnd } from "#core/decide/ending.ts";
import { isLater, saidBefore } from "#core/events/data/said.ts";
import type { Draft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { isOver } from "#core/run/stage.ts";
import { AGAIN, type Desk, DONE, type Heard, type Outcome, refused } from "#loop/desk/context/desk.ts";
import { type Active, driveHere, isDriven, isUnseen } from "#loop/desk/context/drive-here.ts";
import { writeDown } from "#loop/kit/write-down.ts";
import type { IssueNow } from "#ports/github.ts";
import { wasPlanShown } from "./plan-shown.ts";
import { cancel } from "./take-over.ts";

/** `/approve`: refused with every reason, or written down and handed over to the workflow. */
export async function approveActive(
  heard: Heard,
  { digest, stepwise }: Pick<Approve, "digest" | "stepwise">,
  active: Active,
  desk: Desk,
): Promise<Outcome> {
  // The same comment, heard again.
  if (active.run.approval !== null && active.run.approval.comment === heard.comment) {
    // Who heard it first may have died before the workflow was started.
    if (!isDriven(active.run)) await driveHere(active, desk);
    return AGAIN;
  }
  // What is owed from before comes first: its receipt is then written with the approval.
  if (active.run.stage === "awaiting_approval") await driveHere(active, desk);
  const now = await issueNow(heard, desk);
  if (!now.open) return refused("the issue is closed; open it again, and set the label for a new run");
  if (!(await stands(heard, desk))) return refused("the approving comment was edited or taken back; write a new one");
  if (active.run.stage === "awaiting_approval" && !(await wasPlanShown(heard, digest, active, desk)))
    return refused("the comment with the plan was not there; it is now: read it, then approve it");
  const consent = {
    by: heard.by.login,
    said: heard.at,
    digest,
    stepwise,
    comment: heard.comment,
    account: heard.by.id,
    isAuthor: heard.by.id === heard.issue.authorId,
    issue: now,
  };
  let draft: Draft | null = null;
  // The seal of the hand-over holds the time of the event: one millisecond more, and nobody may take it up.
  const decide = (run: Run, at: number): { readonly drafts: readonly Draft[]; readonly alone: boolean } => {
    draft = approve(run, { ...consent, at });
    // What waits for nobody is not told that it was refused.
    return { drafts: run.stage === "awaiting_approval" ? [draft] : [], alone: true };
  };
  const after = await writeDown(active.journal, desk.clock, decide);
  const reasons = reasonsOf(draft);
  if (reasons !== null) return refused(`not approved: ${reasons.join("; ")}`);
  await driveHere({ ...active, run: after }, desk);
  return DONE;
}

/** As it was told a moment ago; as it is now where the word comes late. */
function issueNow({ at, issue }: Heard, { github, clock }: Desk): Promise<Pick<IssueNow, "title" | "body" | "open">> {
  return clock.now() - at < LATE ? Promise.resolve(issue) : github.issue();
}

/** Milliseconds after which what a webhook told of the issue is old: it waited in line, and somebody may have edited the issue since. */
const LATE = 5_000;

/** The comment is still there as it was written: the same is asked of it before anything is published (CMD-19, CMD-21). */
async function stands({ comment: id, by }: Heard, { github }: Desk): Promise<boolean> {
  const comment = id === null ? null : await github.commentAt(id);
  return comment !== null && !comment.edited && !comment.hidden && !comment.throughApp && comment.account === by.id;
}

function reasonsOf(draft: Draft | null): readonly string[] | null {
  return draft?.kind === "approval_rejected" ? draft.reasons : null;
}

/** Who said it, when, and in which comment; absent where nobody knows. */
export interface Said {
  readonly at: number;
  readonly comment?: number | null;
  readonly by: { readonly login: string };
}

/** Why a run is to end. `maintainer`: somebody with write access says so in their own words. */
export interface Words {
  readonly note: string;
  readonly maintainer: boolean;
}

/** `/stop`, the label taken away, the issue closed: the run ends, and says who asked for it. */
export function stopActive(heard: Said, { note, maintainer }: Words, active: Active, desk: Desk): Promise<Outcome> {
  const said = { at: heard.at, comment: heard.comment ?? null };
  return end({ kind: "stop_requested", by: heard.by.login, note, ...(maintainer && { maintainer }), said }, heard, active, desk);
}

/** The pull request was pushed to, closed or merged by a person: the run ends, and nothing is pushed after them (LIFE-11 to LIFE-13). */
export function leaveActive(heard: Said, message: string, active: Active, desk: Desk): Promise<Outcome> {
  return end({ kind: "gave_up", reason: "taken_over", message }, heard, active, desk);
}

/** Whoever works on the run ends it; where nobody does, it ends here. */
async function end(asked: Draft, { at, comment = null }: Said, active: Active, desk: Desk): Promise<Outcome> {
  // Said to an earlier run of this issue, and heard late.
  if (saidBefore(at, active.run.askedAt)) return DONE;
  // Heard again, or late, after a word by which the run goes on.
  if (!isLater({ at, comment }, active.run.words.onwards)) return AGAIN;
  const run = await writeDown(active.journal, desk.clock, (now) => ({
    drafts: isOver(now.stage) || isToEnd(now) ? [] : [asked],
    alone: !isDriven(now) || (isToEnd(now) && isUnseen(now, desk)),
  }));
  // Its machine is told as well: the worker's own look at the journal may come later, and one that waits in line need not begin.
  const workflowRun = workflowRunOf(active.run);
  if (workflowRun !== null) await cancel(workflowRun, desk);
  if (!isDriven(run)) await driveHere({ ...active, run }, desk);
  return DONE;
}
