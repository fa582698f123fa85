/**
 * Decides whether something may have been sent before: it may when it was announced before this process began, or when
 * this process has tried already.
 */
import type { Clock } from "#ports/clock.ts";

/** Milliseconds after which other processes may have given up the announcing one, and may have sent it themselves. */
const GIVEN_UP = 10_000;

/**
 * True when no process can have sent this yet, so that no look is needed. `since`: when it was announced, in
 * milliseconds. A second or a late call returns false.
 */
export type IsFirstTry = (key: string, since: number) => boolean;

export interface FirstTries {
  readonly isFirstTry: IsFirstTry;
  /** Another process writes to the run: announcements until then, in milliseconds, may be its own, and sent. */
  readonly doubt: (until: number) => void;
}

/** Counts announcements from now on as this process's own, as long as no other process is seen to write. */
export function firstTriesFromNow(clock: Clock): FirstTries {
  let alone = clock.now();
  const tried = new Set<string>();
  return {
    isFirstTry(key, since) {
      const isFresh = since >= alone && clock.now() - since < GIVEN_UP && !tried.has(key);
      tried.add(key);
      return isFresh;
    },
    doubt(until) {
      alone = Math.max(alone, until + 1);
    },
  };
}
