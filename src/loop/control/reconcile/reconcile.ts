/**
 * Reconciles one issue: brings its run's journal up to what GitHub shows, whichever webhook was lost, doubled or never
 * sent.
 */
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl, isDriven } from "#loop/control/context/drive-in-control.ts";
import { refreshDashboardInTurn } from "#loop/control/reply/refresh-dashboard.ts";
import { recordMissedRemark } from "#loop/control/run/newer-comment.ts";
import { endAsTakenOver, stopRun } from "#loop/control/run/stop.ts";
import { hasLabel } from "#loop/control/run/trigger-removed.ts";
import { type RunJournal, runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { IssueNow } from "#ports/github.ts";
import { TRIGGER_REMOVED_WORDS } from "#text/phrases/words.ts";
import { reconcileEndedRun } from "./after-end.ts";
import { handleMissedComments } from "./missed-comments.ts";
import { handleMissedStart } from "./missed-start.ts";
import { restoreAll } from "./restore.ts";
import { type FindWorkflowEnd, watchWorker } from "./watch-worker.ts";

/** Stands for a person who is not known: no webhook came. */
const SOMEBODY = "somebody";

/**
 * Polls the issue once. First the workflow run; then the trigger of the run: the issue, its label, its pull request;
 * then missed comments, those without a command too; last the label and the comments that show the run, and those of a
 * run that has just ended; the state of old runs is removed. About six requests for a run, three where there was none.
 * Idempotent. Throws `Failure`.
 */
export async function reconcile(given: ControlContext, endOf: FindWorkflowEnd): Promise<void> {
  const control = await watchWorker(given, endOf);
  const found = await activeOf(control);
  if (found === "broken") return;
  if (found === null) return (await reconcileEndedRun(given)) ? undefined : handleMissedStart(control);
  if (await endIfTriggerGone(found, control)) return;
  const seen = await control.github.commentsSince(found.run.askedAt);
  const hasHandled = await handleMissedComments(seen.unhandled, found.run, control);
  await refreshDashboardInTurn(found.run, given);
  const now = hasHandled ? await activeOf(given) : found;
  if (now === null || now === "broken" || isDriven(now.run)) return;
  await driveInControl(now, given);
  // The receipts are written now: what exists already is not posted again.
  await now.journal.flush();
  if (await recordMissedRemark(seen.remarks, { ...now, run: await readRun(now.journal) }, given)) return;
  await restoreAll(now, seen, given);
}

interface Found extends ActiveRun {
  readonly journal: RunJournal;
}

/** The active run; `broken` where its journal cannot be read: a person who writes to it gets a reply that says so. */
async function activeOf(control: ControlContext): Promise<Found | null | "broken"> {
  try {
    const found = await control.active();
    if (found === null) return null;
    const journal = runJournalOf(found, control);
    const run = await readRun(journal);
    return run.unreadable === null ? { journal, run } : "broken";
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return "broken";
  }
}

/** Ends the run where its trigger is gone, and gives true then. */
async function endIfTriggerGone(active: ActiveRun, control: ControlContext): Promise<boolean> {
  const lost = await triggerLossOf(active.run, control);
  const by = { at: control.clock.now(), by: { login: SOMEBODY } };
  if (lost !== null) await stopRun(by, { note: lost, maintainer: false }, active, control);
  else {
    const left = await takenOverBecause(active.run, control);
    if (left === null) return false;
    await endAsTakenOver(by, left, active, control);
  }
  return true;
}

/** The reason why the issue does not carry its run any more; null where it does. */
async function triggerLossOf({ config }: Run, { github }: ControlContext): Promise<string | null> {
  const issue = await issueOf(github);
  if (typeof issue === "string") return issue;
  if (!issue.open) return TRIGGER_REMOVED_WORDS.issue_closed(SOMEBODY);
  return hasLabel(config.label, issue) ? null : TRIGGER_REMOVED_WORDS.label_removed(SOMEBODY);
}

/** The issue, or why GitHub refuses it: it was deleted, or transferred. */
async function issueOf(github: ControlContext["github"]): Promise<IssueNow | string> {
  try {
    return await github.issue();
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable) throw error;
    return error.message.slice(0, 500);
  }
}

/** The reason why the pull request of an earlier round is a person's now; null where it is still the run's. */
async function takenOverBecause(run: Run, { github }: ControlContext): Promise<string | null> {
  const number = pullRequestOf(run);
  const pull = number === null ? null : await github.pull(number);
  if (pull === null || pull.open) return null;
  return TRIGGER_REMOVED_WORDS[pull.merged ? "pull_merged" : "pull_closed"](SOMEBODY);
}
