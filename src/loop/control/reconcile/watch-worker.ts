/**
 * Where no webhook tells that a workflow run is over, the desk looks for itself before it hears anything (architecture
 * 2).
 */
import { workflowRunOf } from "#core/approval/lease.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
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
 * The workflow run that a run counts on. `id` is null where nobody wrote it down: its title holds the seal, and it
 * began after `since` (milliseconds).
 */
export interface ExpectedWorkflowRun {
  readonly id: string | null;
  readonly handOverDigest: string;
  readonly since: number;
}

/** How the workflow run ended; null while it goes on. */
export type FindWorkflowEnd = (counted: ExpectedWorkflowRun) => Promise<EndedWorkflowRun | null>;

/**
 * Another worker takes the active run over when the workflow run that it counts on is over, or has not been heard of
 * for too long. Gives the desk for what is heard next: what was looked up here is not asked again. Idempotent. A run
 * that cannot be read is left to whoever hears, who says so. Throws `Failure`.
 */
export async function watchWorker(control: ControlContext, endOf: FindWorkflowEnd): Promise<ControlContext> {
  try {
    const found = await control.active();
    if (found === null) return seen(null, control);
    const journal = rememberedJournal(found);
    const run = await readRun(journal);
    const counted = countedOn(run);
    const ended = counted === null ? null : await endOf(counted);
    if (ended === null && !isWorkerExpired(run, control)) return seen(journal, control);
    await (ended === null
      ? takeOver({ journal: runJournalOf(found, control), run }, control)
      : handleWorkerEnd(ended, control));
    return control;
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return control;
  }
}

function seen(active: Journal | null, control: ControlContext): ControlContext {
  return { ...control, active: () => Promise.resolve(active) };
}

/** Null for a run that waits for people, and for one that nobody can read. */
function countedOn(run: Run): ExpectedWorkflowRun | null {
  const handOverDigest = handoverDigestOf(run);
  if (run.unreadable !== null || isResting(run.stage) || handOverDigest === null) return null;
  return { id: workflowRunOf(run), handOverDigest, since: run.effects.dispatch?.at ?? run.updatedAt };
}
