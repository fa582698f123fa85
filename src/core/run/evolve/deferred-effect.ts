/**
 * Deferred comments: one that failed for a passing reason, an outage say, is due again later, and stays the same
 * comment.
 */
import { POLL_INTERVAL } from "#core/config/poll-intervals.ts";
import type { Effect, OutboxEntry } from "#core/events/data/effect.ts";
import type { EventOf } from "#core/events/event.ts";
import { MINUTE } from "#core/values/time.ts";

/** Comments. Where another effect fails, something else follows from it. */
const LETTERS: readonly Effect[] = ["plan", "status", "again", "result"];

/** For how long it is deferred, in milliseconds: as long as the bot has tried it in vain, within these bounds. */
const SOONEST = POLL_INTERVAL;
const LATEST = 15 * MINUTE;

/**
 * An effect as it becomes pending at `at`, in milliseconds. A deferred one keeps the mark that it is found by: what an
 * earlier try may have made is not made again.
 */
export function pendingEntry(before: OutboxEntry | undefined, at: number): OutboxEntry {
  return before !== undefined && isDeferred(before)
    ? { at: before.at, retriedAt: at, settled: null }
    : { at, settled: null };
}

/** An effect with what came of it: its receipt, or nothing, for now or for good. */
export function doneEntry(open: OutboxEntry, { effect, receipt, why, retryable, at }: EventOf<"settled">): OutboxEntry {
  const isOff = receipt === null && retryable === true && LETTERS.includes(effect);
  const wait = Math.min(Math.max(at - open.at, SOONEST), LATEST);
  return { ...open, settled: { receipt, why, ...(isOff && { until: at + wait }) } };
}

/** True while it is deferred. */
export function isDeferred({ settled }: OutboxEntry): boolean {
  return settled?.until !== undefined;
}

/** True where it was never recorded, or was deferred until now. `now` in milliseconds. */
export function isEffectDue(one: OutboxEntry | undefined, now: number): boolean {
  const until = one?.settled?.until;
  return one === undefined || (until !== undefined && until <= now);
}
