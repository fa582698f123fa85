/** Records that somebody who is heard has commented since the plan that waits was made: the plan then says so. */
import { WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { isNewerThanPlan } from "#core/planning/newer-comment.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { type ControlContext, DONE, DONE_BEFORE, type IntentOutcome } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { trustedAmong } from "#loop/work/discussion-now.ts";
import type { Remark } from "#ports/github-comments.ts";

/** People whose role one poll looks up, those who spoke last: strangers may talk as long as a plan waits. */
const PEOPLE = 5;

type NewerRemark = Pick<Remark, "id" | "by" | "at" | "written">;

/**
 * True for a comment that may be newer than a plan: written by hand, by the issue's author or by somebody who may
 * triage. One request, none for the author: the run is not looked up for strangers. Throws `Failure`.
 */
export async function isTrusted(
  { by, throughApp, issue }: IssueEvent,
  { github }: Pick<ControlContext, "github">,
): Promise<boolean> {
  return !throughApp && (await trustedAmong([{ by }], issue.authorId, github, 1)).has(by.id);
}

/** Handles a comment of such a person that is no command; null where nothing follows from it. Throws `Failure`. */
export async function recordRemark(
  { comment: id, by, at }: IssueEvent,
  active: ActiveRun | null,
  control: ControlContext,
): Promise<IntentOutcome | null> {
  if (active === null || id === null) return null;
  // The job that handled it first may have died before the plan showed it.
  if (active.run.newerComment?.comment === id) return DONE_BEFORE;
  const remark = { id, by, at, written: control.iso(at) };
  if (!isNewerThanPlan(active.run, remark)) return null;
  await record(remark, active, control);
  return DONE;
}

/**
 * Records the first of these comments, the oldest first, that no webhook reported; false where there is none. One that
 * was written a moment ago is left to its webhook. Asks for nothing where none is newer than the plan. Throws
 * `Failure`.
 */
export async function recordMissedRemark(
  remarks: readonly Remark[],
  active: ActiveRun,
  control: ControlContext,
): Promise<boolean> {
  const { github, clock } = control;
  const due = remarks.filter(
    (remark) => clock.now() - remark.at >= WEBHOOK_GRACE && isNewerThanPlan(active.run, remark),
  );
  if (due.length === 0) return false;
  const trusted = await trustedAmong(due, (await github.issue()).authorId, github, PEOPLE);
  const first = due.find(({ by }) => trusted.has(by.id));
  if (first === undefined) return false;
  await record(first, active, control);
  return true;
}

async function record(remark: NewerRemark, active: ActiveRun, control: ControlContext): Promise<void> {
  const { github, clock } = control;
  const { id: comment, by, written } = remark;
  const url = `${github.address}/issues/${github.number}#issuecomment-${comment}`;
  // Effects that are still due come first: their receipts are then written before the plan comment is edited.
  await driveInControl(active, control);
  await writeDown(active.journal, clock, (run: Run) => ({
    drafts: isNewerThanPlan(run, remark) ? [{ kind: "discussion_moved", comment, by: by.login, written, url }] : [],
    alone: true,
  }));
}
