/** Decides how long checks are waited for, what is written down of them, and whether red ones begin another round. */
import { CHECKS_WINDOW } from "#core/config/poll-intervals.ts";
import type { CiOutcome, SeenCheck } from "#core/events/ci-events.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { PublishedWork, Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { USUAL_CI_MINUTES } from "#core/values/limits.ts";
import { MINUTE } from "#core/values/time.ts";

/** Work whose checks count: in a pull request that waits for its reviewers. */
export type CheckedWork = PublishedWork & { readonly number: number };

/** The published work of a run that rests; null where no checks count: nothing is shown, or the run went on. */
export function checkedWorkOf({ stage, published, answer, unreadable }: Run): CheckedWork | null {
  if (stage !== "completed" || unreadable !== null || answer !== null) return null;
  return published?.number == null ? null : { ...published, number: published.number };
}

/** Minutes for which the checks of a run are waited for. */
export function ciMinutesOf(run: Run): number {
  return limitsOf(run).ciMinutes ?? USUAL_CI_MINUTES;
}

/** How many rounds red checks may begin. A plan that was approved before there was such a limit has none. */
export function ciLimitOf({ plan }: Pick<Run, "plan">): number {
  return plan?.limits.ciRounds ?? 0;
}

/** True once checks had their time. */
export function isCiTimeOver(run: Run, now: number): boolean {
  return now - run.publishedAt >= ciMinutesOf(run) * MINUTE;
}

/**
 * True while a poll has to look at the checks: they had not their time, nothing was told, or a round is owed. What a
 * bot that was away for longer missed is old.
 */
export function awaitsChecks(run: Run, now: number): boolean {
  const work = checkedWorkOf(run);
  if (work === null || now - run.publishedAt > CHECKS_WINDOW) return false;
  return run.ci?.head !== work.head || !isCiTimeOver(run, now) || sendsBack(run, run.ci);
}

/** True where these checks send the work back: some are red by the work, and a round is left. */
export function sendsBack(run: Run, { state }: Pick<CiOutcome, "state">): boolean {
  return state === "failed" && run.ciRounds < ciLimitOf(run);
}

/** `obstacle`: why no round may begin now; null where it may. */
export interface CiSight {
  readonly head: string;
  readonly outcome: CiOutcome;
  readonly obstacle: string | null;
}

/** The events that the run as it is now needs of what was seen; none where it went on meanwhile. */
export function ciDraftsOf(run: Run, { head, outcome, obstacle }: CiSight): readonly EventDraft[] {
  if (checkedWorkOf(run)?.head !== head) return [];
  const isKnown = run.ci?.head === head && run.ci.state === outcome.state;
  return [
    ...(isKnown ? [] : [{ kind: "ci_seen" as const, head, ...outcome }]),
    ...(obstacle === null && sendsBack(run, outcome) ? [{ kind: "ci_sent_back" as const, head }] : []),
  ];
}

/** The red checks that this round works on; empty where its round was begun otherwise, on a commit that has none. */
export function redChecksOf({ ci, sentBack }: Pick<Run, "ci" | "sentBack">): readonly SeenCheck[] {
  return ci === null || ci.head !== sentBack ? [] : ci.checks.filter(({ result }) => result === "red");
}
