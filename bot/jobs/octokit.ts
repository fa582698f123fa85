/** Makes Probot's client of GitHub: without pauses between writes, and with waits where GitHub sets a rate limit. */
import { ProbotOctokit } from "probot";
import { NON_RETRYABLE_STATUSES } from "#adapters/github/client/api.ts";
import { withApiVersion } from "#adapters/github/client/api-version.ts";
import { BOT_BOUNDS, isSentAgain } from "#adapters/github/client/rate-limit-policy.ts";

/** The log line of a request that has to wait. */
interface Asked {
  readonly method: string;
  readonly url: string;
}

interface Teller {
  readonly log: { warn(line: string): void };
}

/** The signature is the plugin's: https://github.com/octokit/plugin-throttling.js#usage */
function wait(seconds: number, { method, url }: Asked, { log }: Teller, before: number): boolean {
  const again = isSentAgain(seconds * 1_000, before, BOT_BOUNDS);
  log.warn(
    `GitHub asks for fewer requests (${method} ${url}): ` +
      `${again ? `sent again in ${seconds} s` : `given up, it asks for ${seconds} s`}`,
  );
  return again;
}

/**
 * A limiter group for the plugin that lets every request pass: the plugin's own parts writes by one second and comments
 * by three, which slows a run.
 */
const UNHURRIED = {
  key: () => ({ schedule: (_options: unknown, job: () => Promise<unknown>): Promise<unknown> => job() }),
};

/**
 * The class that Probot makes its clients of. At most ten requests at one time. It waits for a rate limit (403, 429) as
 * its headers say; the retry plugin tries other errors again, but for requests sent with `retries: 0`.
 */
export const BotOctokit: typeof ProbotOctokit = ProbotOctokit.plugin(withApiVersion).defaults(
  (options: { readonly throttle?: object; readonly retry?: object }) => ({
    ...options,
    retry: { ...options.retry, doNotRetry: NON_RETRYABLE_STATUSES },
    throttle: {
      ...options.throttle,
      onRateLimit: wait,
      onSecondaryRateLimit: wait,
      write: UNHURRIED,
      notifications: UNHURRIED,
    },
  }),
);

/** The options of the App's own client. */
export interface AppAccount {
  readonly baseUrl: string;
  readonly auth: { readonly appId: number; readonly privateKey: string };
}

/**
 * The client of the poller. The plugin counts together the requests of all clients of one `id`, which is the same for
 * all that name none: an own id, with ten requests of its own, keeps polls from delaying people's commands.
 */
export const PollerOctokit: typeof BotOctokit = BotOctokit.defaults({ throttle: { id: "rounds" } });

/**
 * The client for the handlers of webhooks, which send no request: Probot makes a client with a token of its own for
 * each webhook, and this one is its own answer.
 */
export class SilentOctokit extends ProbotOctokit {
  constructor(options?: ConstructorParameters<typeof ProbotOctokit>[0]) {
    super(options);
    this.auth = async () => this;
  }
}
