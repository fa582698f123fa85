/**
 * Checks of the publish job before it shows anything: the run belongs to its workflow run, and no other job has
 * completed or verified it.
 */
import { workerLossOf } from "#core/approval/lease.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { VerifyJobResult } from "#core/approval/verify-outputs.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { objectionNow } from "#loop/engine/recheck.ts";
import type { GitHub } from "#ports/github.ts";

/**
 * The inputs of the job. `handOverDigest`: from the event that started the workflow run; `jobs`: how the jobs before
 * ended, in words.
 */
export interface PublishInputs extends VerifyJobResult {
  readonly handOverDigest: string;
  readonly jobs: string;
}

/**
 * The message for a run that is completed already: so it is after "Re-run all jobs"; so it would be as well had another
 * job written that the work is done.
 */
export function completedBefore({ runId }: Run): string {
  return (
    `the run ${runId} is completed already, so there is nothing to publish: ` +
    "a second attempt does nothing. Where no pull request is there, somebody else wrote to the run's journal: " +
    "do not trust its branch"
  );
}

/** True where this workflow run claimed the hand-over, or was started to. */
export function isMine(run: Run, { handOverDigest }: PublishInputs, { worker }: StepContext): boolean {
  return run.claimed ? run.worker === worker : handoverDigestOf(run) === handOverDigest;
}

/**
 * The reason where the journal has a verdict already. Only this job writes one, in one append with what it does about
 * it.
 */
export const FOREIGN =
  "the journal holds a verdict that this job did not take in; `/loop resume` has the work verified again";

/**
 * True for an investigation that is completed: it ends in the job that makes it, because it shows no work. Counts only
 * where the approval still holds.
 */
export async function isAnswer(run: Run, given: PublishInputs, github: GitHub): Promise<boolean> {
  return (
    run.ending === "answered" &&
    run.answer !== null &&
    (await objectionNow("publish", run, given.handOverDigest, github)) === null
  );
}

/** The event for a job before this one that was lost, with its work not done. */
export function lossIn(run: Run, { jobs }: PublishInputs, { worker }: Pick<StepContext, "worker">): EventDraft {
  return workerLossOf(run, { worker: worker ?? "", how: `ended (${jobs})` });
}
