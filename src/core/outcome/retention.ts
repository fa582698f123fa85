/**
 * Which runs have been over for so long that their state may go by itself (CR-20). `/clean` takes it away sooner, and
 * the branch with it.
 */
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { leftoversOf } from "./leftovers.ts";

/**
 * Milliseconds for which the state of a run stays after its end, and after the end of what showed its work: 30 days.
 */
export const RETENTION_MS = 30 * 86_400_000;

/** A run as its ref names it. `at`: when it began, in milliseconds; `open`: it is active. */
interface Named {
  readonly at: number;
  readonly open: boolean;
}

/**
 * The runs to look at now, at most `most`: a run that is old enough may still wait for a word, so that each time it is
 * another part of them. `now` in milliseconds. Pure.
 */
export function dueForCleanup<R extends Named>(runs: readonly R[], now: number, most: number): readonly R[] {
  const old = runs.filter(({ at, open }) => !open && now - at > RETENTION_MS);
  const turns = Math.max(1, Math.ceil(old.length / most));
  const turn = Math.floor(now / 3_600_000) % turns;
  return old.slice(turn * most, (turn + 1) * most);
}

/**
 * True for a run that ended long ago and waits for nobody's word, if nothing shows its work. One that cannot be read is
 * left to people.
 */
export function mayCleanUp({ stage, unreadable, updatedAt }: Run, now: number): boolean {
  const isOver = stage === "completed" || stage === "stopped" || stage === "failed";
  return isOver && unreadable === null && now - updatedAt > RETENTION_MS;
}

/**
 * What shows the work of a run that is over: it can be reviewed, or gone on with, for as long as that is there, and
 * only the state knows how.
 */
export type ShownWork = { readonly pull: number } | { readonly branch: string };

/** Its pull request, or its branch where it has none; null for a run that kept nothing. */
export function shownWorkOf(run: Run): ShownWork | null {
  const pull = pullRequestOf(run);
  if (pull !== null) return { pull };
  const { branch } = leftoversOf(run);
  return branch === null ? null : { branch: branch.name };
}
