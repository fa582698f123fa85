/** A comment that failed for what may pass, an outage say, is put off: due again later, and the same one as before (CR-16). */
import { ROUND } from "#core/config/looks.ts";
import type { Announcement, Effect } from "#core/events/data/effect.ts";
import type { EventOf } from "#core/events/event.ts";
import { MINUTE } from "#core/values/time.ts";

/** Comments. Where another effect fails, something else follows from it. */
const LETTERS: readonly Effect[] = ["plan", "status", "again", "result"];

/** For how long it is put off, in milliseconds: as long as it has been tried in vain, within these bounds. */
const SOONEST = ROUND;
const LATEST = 15 * MINUTE;

/** An effect as it is announced at `at`, in milliseconds. One that was put off keeps what it is found by: what an earlier try may have made is not made again. */
export function announced(before: Announcement | undefined, at: number): Announcement {
  return before !== undefined && isPutOff(before) ? { at: before.at, anew: at, settled: null } : { at, settled: null };
}

/** An effect with what came of it: its receipt, or nothing, for now or for good. */
export function settled(open: Announcement, { effect, receipt, why, retryable, at }: EventOf<"settled">): Announcement {
  const isOff = receipt === null && retryable === true && LETTERS.includes(effect);
  const wait = Math.min(Math.max(at - open.at, SOONEST), LATEST);
  return { ...open, settled: { receipt, why, ...(isOff && { until: at + wait }) } };
}

/** True while it is given up for now. */
export function isPutOff({ settled }: Announcement): boolean {
  return settled?.until !== undefined;
}

/** True where it was not announced, or was put off until now. `now` in milliseconds. */
export function isToAnnounce(one: Announcement | undefined, now: number): boolean {
  const until = one?.settled?.until;
  return one === undefined || (until !== undefined && until <= now);
}
