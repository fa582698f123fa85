/** Publishes the work of a run: believes no line of the journal alone, and runs no code of the repository. */
import {
  awaitsQaVerdict,
  giveUp,
  isVerifyJobLost,
  openQaVerdict,
  verificationCostOf,
} from "#core/approval/verify-outputs.ts";
import type { EventDraft } from "#core/events/event.ts";
import { type ResultJson, resultJsonOf } from "#core/outcome/result-json.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { readRun, rereadRun } from "#loop/context/read-run.ts";
import { PUBLISH_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { drive } from "#loop/engine/drive.ts";
import { objectionNow } from "#loop/engine/recheck.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHub } from "#ports/github.ts";
import type { Journal } from "#ports/journal.ts";
import type { Publication } from "#ports/publisher.ts";
import { completedBefore, FOREIGN, isAnswer, isMine, lossIn, type PublishInputs } from "./publish-checks.ts";

/**
 * Takes the verdict of the verify job in and does what follows: a pull request, another round, or the comment that the
 * run is over. Of a run that belongs to another workflow run by now it only writes the price of the verification down.
 * Throws `Failure("journal")` and `Failure("github")`.
 */
export async function runPublishJob(
  journal: Journal,
  given: PublishInputs,
  context: StepContext & { readonly github: GitHub },
): Promise<ResultJson> {
  const run = await readRun(journal);
  if (!isMine(run, given, context)) {
    context.log.warn(`the run ${run.runId} is not this workflow run's: it is ${run.stage}`);
    await writeDown(journal, context.clock, () => ({ drafts: verificationCostOf(given), alone: false }));
    return resultJsonOf(run);
  }
  // Only this job completes a run: a journal that says so already is not believed, and nothing is published in its
  // name.
  if (run.stage === "completed" && !(await isAnswer(run, given, context.github)))
    throw new Failure("journal", completedBefore(run), { retryable: false });
  const found = isResting(run.stage) ? verificationCostOf(given) : await findings(run, given, context);
  const after = await writeDown(journal, context.clock, (now) => ({
    drafts: now.rev === run.rev ? found : verificationCostOf(given),
    alone: true,
  }));
  if (awaitsQaVerdict(after))
    await writeDown(journal, context.clock, (now) => ({ drafts: [lossIn(now, given, context)], alone: true }));
  return drive(journal, PUBLISH_STATION, {
    ...context,
    publisher: withRecheck(context, journal, given.handOverDigest),
  });
}

/**
 * The publisher with a re-check of the approval before it shows a draft: no job verified that, and the journal alone
 * says that its plan was approved.
 */
function withRecheck(
  { publisher, github }: StepContext & { readonly github: GitHub },
  journal: Journal,
  handOverDigest: string,
): StepContext["publisher"] {
  return {
    ...publisher,
    publish: async (publication) => {
      const objection = publication.draft
        ? await objectionNow("publish", await readRun(journal), handOverDigest, github)
        : null;
      return objection === null
        ? publisher.publish(publication, () => objectionIfOver(publication, journal))
        : { reason: objection.reasons.join("; ") };
    },
  };
}

/**
 * The reason why nothing of the run is to be shown any more; null where it is. A job that was suspended may have been
 * given up, and its run ended by others.
 */
async function objectionIfOver({ draft }: Publication, journal: Journal): Promise<string | null> {
  const { runId, stage } = await rereadRun(journal);
  const isNext = draft ? isResting(stage) : stage === "publishing";
  return isNext ? null : `the run ${runId} is ${stage} by now, and nothing is opened: this job stood still`;
}

interface VerdictContext {
  readonly given: PublishInputs;
  readonly context: StepContext & { readonly github: GitHub };
}

/** The events that are written instead of the verdict; null where it counts. `faults`: why it is not valid. */
async function insteadOf(
  faults: readonly string[],
  run: Run,
  { given, context }: VerdictContext,
): Promise<readonly EventDraft[] | null> {
  // A person's command comes before any verdict.
  if (run.stopRequest !== null || run.pausing !== null || run.redirect !== null) return [];
  if (run.stage === "publishing" || run.qa?.last?.verdict === "VERIFIED") return [giveUp("unverified", [FOREIGN])];
  if (!awaitsQaVerdict(run)) return [lossIn(run, given, context)];
  const objection = await objectionNow("publish", run, given.handOverDigest, context.github);
  if (objection?.reason === "frozen") return [giveUp("frozen", objection.reasons)];
  // A verify job that was lost before it gave a verdict verified nothing: another one does.
  if (objection === null && isVerifyJobLost(given)) return [lossIn(run, given, context)];
  const reasons = [...(objection?.reasons ?? []), ...faults];
  return reasons.length === 0 ? null : [giveUp("unverified", reasons)];
}

/**
 * The events to write: those of the verdict, or those that come before it or say that it is not valid; with the price
 * of the verification.
 */
async function findings(
  run: Run,
  given: PublishInputs,
  context: StepContext & { readonly github: GitHub },
): Promise<readonly EventDraft[]> {
  const verdict = openQaVerdict(run, given);
  const instead = await insteadOf(verdict.ok ? [] : verdict.reasons, run, { given, context });
  if (instead !== null) return [...verificationCostOf(given), ...instead];
  return verdict.ok ? verdict.drafts : [];
}
