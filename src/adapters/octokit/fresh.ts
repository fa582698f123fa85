/** Whether something can have been sent before: only what was announced before we were there, or what we have tried already. */
import type { Clock } from "#ports/clock.ts";

/** Milliseconds after which others may have given up whoever announced it, and have sent it themselves. */
const GIVEN_UP = 10_000;

/** True when nobody can have sent this yet, so that no look is needed. `since`: milliseconds, when it was announced. Asked twice, or late, it is no. */
export type IsFresh = (key: string, since: number) => boolean;

/** What was announced from now on was announced by whoever holds this: others announce nothing for a run that they do not drive. */
export function freshFromNow(clock: Clock): IsFresh {
  const begun = clock.now();
  const tried = new Set<string>();
  return (key, since) => {
    const isFresh = since >= begun && clock.now() - since < GIVEN_UP && !tried.has(key);
    tried.add(key);
    return isFresh;
  };
}
