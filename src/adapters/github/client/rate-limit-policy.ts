/** Decides whether a request that a rate limit of GitHub refused is sent again: one policy, bounds for each client. */

/**
 * `times`: how often a refused request is sent again. GitHub has done nothing of it, so this holds for creates too.
 * `longest`: the longest wait in milliseconds; a request that has to wait longer fails.
 */
export interface RateLimitBounds {
  readonly times: number;
  readonly longest: number;
}

/** A job waits for the primary limit, which resets every hour. A longer wait fails, and the run can be resumed. */
export const JOB_BOUNDS: RateLimitBounds = { times: 3, longest: 3_900_000 };

/** The bot gives up sooner, since it has other work: the queue tries a failed job again. */
export const BOT_BOUNDS: RateLimitBounds = { times: 2, longest: 120_000 };

/** `wait`: the milliseconds that GitHub asks for; `before`: how often the request was sent again already. */
export function isSentAgain(wait: number, before: number, { times, longest }: RateLimitBounds): boolean {
  return before < times && wait <= longest;
}
