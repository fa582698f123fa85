/** Makes the client of GitHub for the job's token. */
import { retry } from "@octokit/plugin-retry";
import { Octokit } from "@octokit/rest";
import { withClockAlignment } from "#adapters/github/client/aligned-clock.ts";
import { type Api, type Client, NON_RETRYABLE_STATUSES } from "#adapters/github/client/api.ts";
import { type OutgoingGuard, withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { withRateLimitWait } from "#adapters/github/client/rate-limit.ts";
import { createWritePacing, withWritePacing } from "#adapters/github/client/write-pacing.ts";
import { jobClock } from "../runner/clock.ts";
import type { Machine } from "../runner/machine.ts";

const silent = (): void => undefined;

/** Variables that name a proxy, as `@actions/http-client` reads them. */
const PROXIES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** Statuses after which a request is not sent again; rate limits (403, 429) have waits of their own. */
const AGAIN = { doNotRetry: NON_RETRYABLE_STATUSES };

/**
 * The client sends a request again after 5xx and lost connections; the adapters mark with `ONCE` a request that must
 * not be sent twice. A runner behind a proxy gets the client of `@actions/github`, which supports it; other runners
 * save the load time of its network stack.
 */
export async function clientOf(
  token: string,
  { apiUrl }: Pick<Machine, "apiUrl">,
  gate: OutgoingGuard,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Api> {
  const behaved = <C extends Client>(client: C): C =>
    withRateLimitWait(withWritePacing(withClockAlignment(client, jobClock), createWritePacing(jobClock)), {
      clock: jobClock,
      warn: gate.warn,
    });
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  if (PROXIES.some((name) => env[name])) {
    const { getOctokit } = await import("@actions/github");
    return withOutgoingGuard(behaved(getOctokit(token, { baseUrl: apiUrl, log, retry: AGAIN }, retry)), gate);
  }
  const RetryingOctokit = Octokit.plugin(retry);
  return withOutgoingGuard(behaved(new RetryingOctokit({ auth: token, baseUrl: apiUrl, log, retry: AGAIN })), gate);
}
