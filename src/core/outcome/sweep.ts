/** Which runs have been over for so long that their state may go by itself (CR-20). `/clean` takes it away sooner, and the branch with it. */
import { pullOf } from "#core/run/pull-now.ts";
import type { Run } from "#core/run/run.ts";
import { remainsOf } from "./remains.ts";

/** Milliseconds for which the state of a run stays after its end, and after the end of what showed its work: 30 days. */
export const STAYS = 30 * 86_400_000;

/** A run as its ref names it. `at`: when it began, in milliseconds; `open`: it is active. */
interface Named {
  readonly at: number;
  readonly open: boolean;
}

/**
 * The runs to look at now, at most `most`: a run that is old enough may still wait for a word, so that each time it is another part of them.
 * `now` in milliseconds. Pure.
 */
export function dueForSweep<R extends Named>(runs: readonly R[], now: number, most: number): readonly R[] {
  const old = runs.filter(({ at, open }) => !open && now - at > STAYS);
  const turns = Math.max(1, Math.ceil(old.length / most));
  const turn = Math.floor(now / 3_600_000) % turns;
  return old.slice(turn * most, (turn + 1) * most);
}

/** True for a run that ended long ago and waits for nobody's word, if nothing shows its work. One that cannot be read is left to people. */
export function maySweep({ stage, unreadable, updatedAt }: Run, now: number): boolean {
  const isOver = stage === "completed" || stage === "stopped" || stage === "failed";
  return isOver && unreadable === null && now - updatedAt > STAYS;
}

/** What shows the work of a run that is over: it can be reviewed, or gone on with, for as long as that is there, and only the state knows how. */
export type Showing = { readonly pull: number } | { readonly branch: string };

/** Its pull request, or its branch where it has none; null for a run that kept nothing. */
export function showingOf(run: Run): Showing | null {
  const pull = pullOf(run);
  if (pull !== null) return { pull };
  const { branch } = remainsOf(run);
  return branch === null ? null : { branch: branch.name };
}
