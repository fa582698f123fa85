/** What people said on the pull request and got no reply there yet. */
import type { Correction } from "#core/events/data/correction.ts";
import type { OnPull } from "#core/events/data/on-pull.ts";
import type { Run } from "#core/run/run.ts";

/** Words that were said on a pull request. */
export type Said = Correction & { readonly onPull: OnPull };

/** Oldest first. */
export function unreplied({ corrections, replied }: Pick<Run, "corrections" | "replied">): readonly Said[] {
  return corrections.slice(replied).flatMap((one) => (one.onPull === undefined ? [] : [{ ...one, onPull: one.onPull }]));
}

/** True when a round ends with its last word on the pull request, and it was not in vain: then the issue needs no result comment. */
export function endsOnPull(run: Run): boolean {
  const { replies } = run.effects;
  if (replies === undefined) return unreplied(run).length > 0;
  return replies.settled === null || replies.settled.receipt !== null;
}

/** The files that the commits of this round changed, in their order. */
export function changedSince({ progress: { rows, before } }: Pick<Run, "progress">): readonly string[] {
  return [...new Set(rows.filter(({ kept, iteration }) => kept && iteration > before).flatMap(({ changed }) => changed))].sort();
}
