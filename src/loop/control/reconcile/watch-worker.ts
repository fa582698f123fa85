/**
 * Finds out whether the workflow run of the active run is over, where no webhook reports it, before an event is
 * handled.
 */
import { dispatchOf } from "#core/approval/dispatch.ts";
import { workflowRunOf } from "#core/approval/lease.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { isWorkerExpired, takeOver } from "#loop/control/run/take-over.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { type EndedWorkflowRun, handleWorkerEnd } from "./worker-ended.ts";

/**
 * The workflow run that should be working on a run. `id` is null where the journal does not name it: its title holds
 * the hand-over digest, and it began after `since` (milliseconds).
 */
export interface ExpectedWorkflowRun {
  readonly id: string | null;
  readonly handOverDigest: string;
  readonly since: number;
}

/** Looks up how the workflow run ended; null while it goes on. */
export type FindWorkflowEnd = (expected: ExpectedWorkflowRun) => Promise<EndedWorkflowRun | null>;

/**
 * Another worker takes the active run over when its workflow run is over, or has not renewed its lease for too long.
 * Gives the context for the event that is handled next: what was looked up here is not asked again. Idempotent. A run
 * that cannot be read is left to the handling of the event, which says so. Throws `Failure`.
 */
export async function watchWorker(control: ControlContext, endOf: FindWorkflowEnd): Promise<ControlContext> {
  try {
    const found = await control.active();
    if (found === null) return withActive(null, control);
    const journal = rememberedJournal(found);
    const run = await readRun(journal);
    const expected = expectedFor(run);
    const ended = expected === null ? null : await endOf(expected);
    if (ended === null && !isWorkerExpired(run, control)) return withActive(journal, control);
    await (ended === null
      ? takeOver({ journal: runJournalOf(found, control), run }, control)
      : handleWorkerEnd(ended, control));
    return control;
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return control;
  }
}

function withActive(active: Journal | null, control: ControlContext): ControlContext {
  return { ...control, active: () => Promise.resolve(active) };
}

/** The workflow run that should be working on the run; null where the run waits for people or cannot be read. */
function expectedFor(run: Run): ExpectedWorkflowRun | null {
  const dispatch = dispatchOf(run);
  if (run.unreadable !== null || isResting(run.stage) || dispatch === null) return null;
  return { id: workflowRunOf(run), handOverDigest: dispatch.digest, since: run.effects.dispatch?.at ?? run.updatedAt };
}
