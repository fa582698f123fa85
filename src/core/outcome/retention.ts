/**
 * Retention: finds the runs whose state the bot may delete by itself, long after their end. `/clean` deletes it
 * sooner, and the branch with it.
 */
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { DAY } from "#core/values/time.ts";
import { leftoversOf } from "./leftovers.ts";

/**
 * Milliseconds for which the state of a run stays after its end, and after the end of its pull request or branch: 30
 * days.
 */
export const RETENTION_MS = 30 * DAY;

/** A run as its ref names it. `at`: when it began, in milliseconds; `open`: it is active. */
interface Named {
  readonly at: number;
  readonly open: boolean;
}

/**
 * The runs to check now, at most `most`: a run that is old enough may still wait for a person, so each call checks
 * another part of them. `now` in milliseconds. Pure.
 */
export function dueForCleanup<R extends Named>(runs: readonly R[], now: number, most: number): readonly R[] {
  const old = runs.filter(({ at, open }) => !open && now - at > RETENTION_MS);
  const turns = Math.max(1, Math.ceil(old.length / most));
  const turn = Math.floor(now / 3_600_000) % turns;
  return old.slice(turn * most, (turn + 1) * most);
}

/**
 * True for a run that ended long ago and waits for no person, if no pull request or branch shows its work. A run that
 * cannot be read is left to people.
 */
export function mayCleanUp({ stage, unreadable, updatedAt }: Run, now: number): boolean {
  const isOver = stage === "completed" || stage === "stopped" || stage === "failed";
  return isOver && unreadable === null && now - updatedAt > RETENTION_MS;
}

/**
 * The place that shows the work of a run that is over: people can review it, or go on with it, for as long as it is
 * there, and only the state knows how.
 */
export type ShownWork = { readonly pull: number } | { readonly branch: string };

/** Its pull request, or its branch where it has none; null for a run that kept nothing. */
export function shownWorkOf(run: Run): ShownWork | null {
  const pull = pullRequestOf(run);
  if (pull !== null) return { pull };
  const { branch } = leftoversOf(run);
  return branch === null ? null : { branch: branch.name };
}
