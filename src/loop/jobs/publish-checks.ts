/**
 * Checks of the publish job before it shows anything: the run is its own, the verdict is sealed, and nobody else wrote
 * one.
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
 * What the job was started with. `seal`: of the hand-over, from the event that started the workflow run; `jobs`: how
 * the jobs before ended, in words.
 */
export interface PublishInputs extends VerifyJobResult {
  readonly handOverDigest: string;
  readonly jobs: string;
}

/** So it is after "Re-run all jobs"; so it would be as well had another job written that the work is done. */
export function completedBefore({ runId }: Run): string {
  return `the run ${runId} is completed already, so there is nothing to publish: a second attempt does nothing. Where no pull request is there, somebody else wrote to the run's journal: do not trust its branch`;
}

/** This workflow run took the hand-over up, or was started to. */
export function isMine(run: Run, { handOverDigest }: PublishInputs, { worker }: StepContext): boolean {
  return run.claimed ? run.worker === worker : handoverDigestOf(run) === handOverDigest;
}

/** Such words come from this job alone; it writes them in one breath with what it does about them. */
export const FOREIGN =
  "the journal holds a verdict that this job did not take in; `/loop resume` has the work verified again";

/**
 * An investigation ends where it is made, because it shows no work: believed as far as a maintainer approved that it is
 * one.
 */
export async function isAnswer(run: Run, given: PublishInputs, github: GitHub): Promise<boolean> {
  return (
    run.ending === "answered" &&
    run.answer !== null &&
    (await objectionNow("publish", run, given.handOverDigest, github)) === null
  );
}

/** A job before this one was lost, and what it had to do was not done. */
export function lossIn(run: Run, { jobs }: PublishInputs, { worker }: Pick<StepContext, "worker">): EventDraft {
  return workerLossOf(run, { worker: worker ?? "", how: `ended (${jobs})` });
}
