/** Comments and reviews that people wrote on the pull request and that the bot has not replied to yet. */
import type { Correction } from "#core/events/data/correction.ts";
import type { PullRequestComment } from "#core/events/data/pull-request-comment.ts";
import type { Run } from "#core/run/run.ts";

/** A comment or review on a pull request. */
export type PullRequestCorrection = Correction & { readonly onPull: PullRequestComment };

/** Oldest first. */
export function unrepliedCorrections({
  corrections,
  replied,
}: Pick<Run, "corrections" | "replied">): readonly PullRequestCorrection[] {
  return corrections
    .slice(replied)
    .flatMap((one) => (one.onPull === undefined ? [] : [{ ...one, onPull: one.onPull }]));
}

/**
 * True when a round ends with the bot's reply on the pull request: it is still due, or was sent. The issue needs no
 * result comment then.
 */
export function endsOnPullRequest(run: Run): boolean {
  const { replies } = run.effects;
  if (replies === undefined) return unrepliedCorrections(run).length > 0;
  return replies.settled === null || replies.settled.receipt !== null;
}

/** The files that the commits of this round changed, in their order. */
export function filesChangedInRound({ progress: { rows, before } }: Pick<Run, "progress">): readonly string[] {
  return [
    ...new Set(rows.filter(({ kept, iteration }) => kept && iteration > before).flatMap(({ changed }) => changed)),
  ].sort();
}
