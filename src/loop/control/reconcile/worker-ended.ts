/**
 * Handles the end of a workflow run: another one takes over the run that it left, or the run ends, so that people do
 * not wait for it in vain; the lesson of a run that is over is kept.
 */
import * as z from "zod";
import { dispatchOf } from "#core/approval/dispatch.ts";
import { workerLossOf } from "#core/approval/lease.ts";
import { runInTitle } from "#core/config/workflow-file.ts";
import { next } from "#core/decide/next.ts";
import { unrepliedCorrections } from "#core/decide/pending-replies.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import { isOver, isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { CONTROL_STATION } from "#loop/context/station.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven } from "#loop/control/context/drive-in-control.ts";
import { lastRun } from "#loop/control/context/last-run.ts";
import { refreshDashboard } from "#loop/control/reply/refresh-dashboard.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { refreshViews } from "#loop/journals/views.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import type { Journal } from "#ports/journal.ts";

/** A workflow run that ended. `title` names the hand-over that it was started for; `conclusion` is GitHub's word. */
export const EndedWorkflowRun = z.object({ id: z.string(), title: z.string(), conclusion: z.string() });
export type EndedWorkflowRun = Readonly<z.infer<typeof EndedWorkflowRun>>;

/** Handles the end of a workflow run. Idempotent. Throws `Failure`. */
export async function handleWorkerEnd(ended: EndedWorkflowRun, control: ControlContext): Promise<void> {
  const found = await runOf(ended, control);
  if (found === null) return;
  const journal = runJournalOf(found, control);
  if ((await journal.load()).kind === "missing") return;
  const run = await readRun(journal);
  if (run.unreadable !== null) return;
  await lookAfter({ journal, run }, ended, control);
  await refreshDashboard(run.config, control);
}

async function lookAfter(found: ActiveRun, ended: EndedWorkflowRun, control: ControlContext): Promise<void> {
  const { journal, run } = found;
  if (isOver(run.stage)) return finishEnded(found, ended, control);
  if (!isOf(run, ended)) {
    // Pending effects have lost the job that was to send them: the start of another round, too. And a run whose goal
    // was changed in the run job comes back here for its plan.
    if (!isDriven(run) && isOurs(run)) await driveInControl(found, control);
    return;
  }
  if (isResting(run.stage)) return;
  const loss = { worker: ended.id, how: `ended (${ended.conclusion})` };
  const after = await writeDown(journal, control.clock, (now) => ({
    drafts: !isResting(now.stage) && isOf(now, ended) ? [workerLossOf(now, loss)] : [],
    alone: true,
  }));
  await driveInControl({ journal, run: after }, control);
}

/**
 * Sends what a run that is over still owes, and keeps its lesson. The job that ended it may not have been permitted to
 * reply on the pull request; and a workflow run that failed may have died before it commented.
 */
async function finishEnded(found: ActiveRun, { conclusion }: EndedWorkflowRun, control: ControlContext): Promise<void> {
  const hasFailed = conclusion !== "success";
  const isSilent = hasFailed || unrepliedCorrections(found.run).length > 0;
  if (!(isSilent && isOurs(found.run))) await keepLesson(found.run, control);
  else await driveInControl(found, control);
  // The label belongs to a run that began since, if there is one.
  if (hasFailed && (await lastRun(control))?.runId === found.run.runId)
    await refreshViews(found.run, control.github, control.log);
}

/** True where control performs the run's next command. */
function isOurs(run: Run): boolean {
  const { kind } = next(run);
  return CONTROL_STATION.performs.some((performed) => performed === kind);
}

/** The journal of the run that the title names; for a title that is none of ours, of the active run. */
async function runOf({ title }: EndedWorkflowRun, control: ControlContext): Promise<Journal | null> {
  const titled = runInTitle(title);
  return titled === null ? control.active() : control.journalOf(titled.runId);
}

/** True where the workflow run claimed this run's hand-over, or was started for it and never did. */
function isOf(run: Run, { id, title }: EndedWorkflowRun): boolean {
  if (run.claimed) return run.worker === id;
  const dispatch = dispatchOf(run);
  return receiptOf(run, "dispatch") === id || (dispatch !== null && title.includes(dispatch.digest));
}
