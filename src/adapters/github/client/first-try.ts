/** Whether something can have been sent before: only what was announced before we were there, or what we have tried already. */
import type { Clock } from "#ports/clock.ts";

/** Milliseconds after which others may have given up whoever announced it, and have sent it themselves. */
const GIVEN_UP = 10_000;

/** True when nobody can have sent this yet, so that no look is needed. `since`: milliseconds, when it was announced. Asked twice, or late, it is no. */
export type IsFirstTry = (key: string, since: number) => boolean;

export interface FirstTries {
  readonly isFirstTry: IsFirstTry;
  /** Somebody else writes to the run: what was announced until then, in milliseconds, may be theirs, and sent. */
  readonly doubt: (until: number) => void;
}

/** What was announced from now on was announced by whoever holds this, as long as nobody else is seen to write. */
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
