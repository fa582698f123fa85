/** Makes a client wait when GitHub asks for fewer requests: as long as GitHub says, without asking meanwhile. */
import type { Clock } from "#ports/clock.ts";
import type { Client } from "./api.ts";
import { type ApiError, apiErrorOf } from "./api-error.ts";
import { isSentAgain, JOB_BOUNDS } from "./rate-limit-policy.ts";

/** Milliseconds before the second request where GitHub does not say how long; doubled before each later one. */
const DEFAULT_WAIT = 60_000;
/**
 * Requests of the primary limit that are kept for conditional reads: a stop command is seen while everything else
 * waits.
 */
const RESERVE = 50;

export interface RateLimitOptions {
  readonly clock: Clock;
  readonly warn: (line: string) => void;
}

/** GitHub's last report of its primary limit. `resets`: milliseconds since the epoch. */
interface Quota {
  left: number;
  resets: number;
}

type Headers = Readonly<Record<string, unknown>>;

/** Call it once for a client, after its plugins: requests that they repeat by themselves are not counted here. */
export function withRateLimitWait<C extends Client>(client: C, { clock, warn }: RateLimitOptions): C {
  const quota: Quota = { left: Infinity, resets: 0 };
  client.hook.wrap("request", async (request, options) => {
    const send = async () => {
      const answer = await request(options);
      note(quota, answer.headers);
      return answer;
    };
    const wait = async (ms: number): Promise<void> => {
      if (ms === 0) return;
      warn(`GitHub asks for fewer requests: ${options.method} ${options.url} waits ${Math.ceil(ms / 1000)} s`);
      await clock.sleep(ms);
    };
    for (let before = 0; ; before++) {
      await wait(isConditional(options.headers) ? 0 : waitForReserve(quota, clock.now()));
      const answer = await send().catch((error: unknown) => {
        note(quota, Object(error).response?.headers);
        return waitAfter(error, before, clock.now());
      });
      if (typeof answer !== "number") return answer;
      await wait(answer);
    }
  });
  return client;
}

/** A conditional read: GitHub does not count it while nothing has changed. */
function isConditional(headers: Headers): boolean {
  return headers["if-none-match"] !== undefined;
}

/** Milliseconds until the primary limit resets, once only the reserve for reads is left of it. */
function waitForReserve({ left, resets }: Quota, now: number): number {
  const rest = resets - now;
  return left <= RESERVE && rest > 0 && rest <= JOB_BOUNDS.longest ? rest + 1_000 : 0;
}

function note(quota: Quota, headers: Headers | undefined): void {
  const [left, resets] = [Number(headers?.["x-ratelimit-remaining"]), Number(headers?.["x-ratelimit-reset"])];
  // GraphQL and others have limits of their own.
  if (headers?.["x-ratelimit-resource"] !== "core" || Number.isNaN(left) || Number.isNaN(resets)) return;
  quota.left = left;
  quota.resets = resets * 1000;
}

/**
 * Milliseconds to wait before the same request is sent again. Throws the error that waiting does not help, and after
 * the last retry.
 */
function waitAfter(error: unknown, before: number, now: number): number {
  const refusal = apiErrorOf(error);
  if (refusal?.limited !== true) throw error;
  const ms = Math.max(1, requestedWait(refusal, now) ?? DEFAULT_WAIT * 2 ** before);
  if (!isSentAgain(ms, before, JOB_BOUNDS)) throw error;
  return ms;
}

function requestedWait({ retryAfter, resets }: ApiError, now: number): number | null {
  if (retryAfter !== null) return retryAfter * 1_000;
  return resets === null ? null : resets - now + 1_000;
}
