/**
 * Looks at the repository's own checks of a published pull request: writes down how they ended, and lets red ones begin
 * another round (.github/decisions/0071).
 */
import { ciOutcomeOf } from "#core/ci/ci-outcome.ts";
import { type CheckedWork, checkedWorkOf, ciDraftsOf, isCiTimeOver, sendsBack } from "#core/ci/ci-round.ts";
import { redNamesOf } from "#core/ci/commit-check.ts";
import type { CiOutcome } from "#core/events/ci-events.ts";
import { obstacleInPullRequest } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { triggerGone } from "./trigger-removed.ts";

/**
 * Nothing where the last run shows no work. Idempotent: an outcome is written down once for each commit. Throws
 * `Failure`.
 */
export async function watchChecks(control: ControlContext): Promise<void> {
  const { clock, log } = control;
  // The checks that a run at work is asked about are those of work that it goes beyond.
  const found = (await control.active()) === null ? await control.latest() : null;
  if (found === null) return;
  const journal = runJournalOf(found, control);
  const run = await readRun(journal);
  const work = checkedWorkOf(run);
  const outcome = work === null ? null : await outcomeNow(run, work, control);
  if (work === null || outcome === null) return;
  const obstacle = sendsBack(run, outcome) ? await obstacleToRound(run, work, control) : null;
  if (obstacle !== null) log.info(`the red checks of #${work.number} are not worked on: ${obstacle}`);
  const sight = { head: work.head, outcome, obstacle };
  const after = await writeDown(journal, clock, (now) => ({ drafts: ciDraftsOf(now, sight), alone: true }));
  if (after.ciRounds > run.ciRounds) await driveInControl({ journal, run: after }, control);
  await journal.flush();
}

/** What the checks came to, as GitHub shows them now; null while they are waited for. */
async function outcomeNow(
  run: Run,
  { head }: CheckedWork,
  { github, clock }: Pick<ControlContext, "github" | "clock">,
): Promise<CiOutcome | null> {
  const checks = await github.checksOf(head);
  // GitHub runs the checks of a pull request on its merge with the base as that was then.
  const onBase = redNamesOf(checks).size === 0 ? [] : await github.checksOf(run.bases.shown ?? run.base.commit);
  return ciOutcomeOf(checks, { redOnBase: redNamesOf(onBase), over: isCiTimeOver(run, clock.now()) });
}

/** Why red checks may begin no round now, as a sentence; null where they may. */
async function obstacleToRound(
  run: Run,
  { number }: CheckedWork,
  { github }: Pick<ControlContext, "github">,
): Promise<string | null> {
  return (
    (await github.freeze()) ??
    obstacleInPullRequest(run, await github.pull(number)) ??
    (await triggerGone(run, { github }))
  );
}
