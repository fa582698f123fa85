/** The intervals of polling, in milliseconds: how often the bot polls, and what a poll leaves to webhooks. */
import { MOST_CI_MINUTES } from "#core/values/limits.ts";
import { MINUTE } from "#core/values/time.ts";

/** Between two polls: with a lease of ten minutes, a lost worker is replaced after fifteen at the latest. */
export const POLL_INTERVAL = 5 * MINUTE;

/** For which a poll leaves a comment or a label to its webhook, and a pending effect to the job that works on it. */
export const WEBHOOK_GRACE = MINUTE;

/** For which a poll restores label and comments of a run after its end: later, people may change them. */
export const POLL_AFTER_END = 15 * MINUTE;

/** Between two polls of an issue whose run ended longer ago, while checks of its pull request may be waited for. */
export const POLL_FOR_CHECKS = 15 * MINUTE;

/** For which it is polled so: until the longest wait for checks is over, and said to be so. */
export const CHECKS_WINDOW = (MOST_CI_MINUTES + 20) * MINUTE;

/** After which a silent bot counts as lost, and another one takes over its jobs. */
export const BOT_LEASE = 15_000;

/**
 * How far a poll goes back where no run is active: as long as GitHub keeps its webhook deliveries. Older comments are
 * not handled any more.
 */
export const CATCH_UP_WINDOW = 72 * 60 * MINUTE;
