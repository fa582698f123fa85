/**
 * The job that publishes: it believes no line of the journal alone, and runs no code of the repository (architecture
 * 2).
 */
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
 * Takes the verdict in and does what follows: a pull request, another round, or the word that it is over. Of a run that
 * belongs to another workflow run by now only the price of the verification is written down. Throws
 * `Failure("journal")` and `Failure("github")`.
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
  // Nobody but this job completes a run: a journal that says so already is not believed, and nothing is said in its
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
  return drive(journal, PUBLISH_STATION, { ...context, publisher: vouched(context, journal, given.handOverDigest) });
}

/**
 * What nobody verified is shown only where a maintainer still stands behind the plan: the journal alone says that it
 * was approved.
 */
function vouched(
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
        ? publisher.publish(publication, () => overtaken(publication, journal))
        : { reason: objection.reasons.join("; ") };
    },
  };
}

/**
 * Why nothing is to be shown of the run any more; null where it is. A job that stood still may have been given up, and
 * its run ended by others.
 */
async function overtaken({ draft }: Publication, journal: Journal): Promise<string | null> {
  const { runId, stage } = await rereadRun(journal);
  const isNext = draft ? isResting(stage) : stage === "publishing";
  return isNext ? null : `the run ${runId} is ${stage} by now, and nothing is opened: this job stood still`;
}

interface Hearing {
  readonly given: PublishInputs;
  readonly kit: StepContext & { readonly github: GitHub };
}

/** Null where the verdict counts. `faults`: why it is none. */
async function insteadOf(
  faults: readonly string[],
  run: Run,
  { given, kit: context }: Hearing,
): Promise<readonly EventDraft[] | null> {
  // Somebody said a word that comes before any verdict.
  if (run.stopRequest !== null || run.pausing !== null || run.redirect !== null) return [];
  if (run.stage === "publishing" || run.qa?.last?.verdict === "VERIFIED") return [giveUp("unverified", [FOREIGN])];
  if (!awaitsQaVerdict(run)) return [lossIn(run, given, context)];
  const objection = await objectionNow("publish", run, given.handOverDigest, context.github);
  if (objection?.reason === "frozen") return [giveUp("frozen", objection.reasons)];
  // A machine that was lost before it said anything verified nothing: another one does.
  if (objection === null && isVerifyJobLost(given)) return [lossIn(run, given, context)];
  const reasons = [...(objection?.reasons ?? []), ...faults];
  return reasons.length === 0 ? null : [giveUp("unverified", reasons)];
}

/**
 * What is written down: what the verdict says, or what comes before it, or that it is none; then of the verification
 * its price.
 */
async function findings(
  run: Run,
  given: PublishInputs,
  context: StepContext & { readonly github: GitHub },
): Promise<readonly EventDraft[]> {
  const verdict = openQaVerdict(run, given);
  const instead = await insteadOf(verdict.ok ? [] : verdict.reasons, run, { given, kit: context });
  if (instead !== null) return [...verificationCostOf(given), ...instead];
  return verdict.ok ? verdict.drafts : [];
}
