/** Probot's client of GitHub, without its pauses between writes, and patient where GitHub asks for patience. */
import { ProbotOctokit } from "probot";
import { NON_RETRYABLE_STATUSES } from "#adapters/github/client/api.ts";

/** The longest wait in seconds: who asks for more is told so, and the wish can be said again. */
const LONGEST = 120;
/** How often a refused request is sent again. GitHub has done nothing of it, so this holds for creates too. */
const TIMES = 2;

/** What is written down of a request that has to wait. */
interface Asked {
  readonly method: string;
  readonly url: string;
}

interface Teller {
  readonly log: { warn(line: string): void };
}

/** The signature is the plugin's: https://github.com/octokit/plugin-throttling.js#usage */
function wait(seconds: number, { method, url }: Asked, { log }: Teller, before: number): boolean {
  const again = before < TIMES && seconds <= LONGEST;
  log.warn(
    `GitHub asks for fewer requests (${method} ${url}): ${again ? `sent again in ${seconds} s` : `given up, it asks for ${seconds} s`}`,
  );
  return again;
}

/** A group of the plugin's that lets everything pass: it would part writes by one second, comments by three, which a journey feels. */
const UNHURRIED = { key: () => ({ schedule: (_options: unknown, job: () => Promise<unknown>): Promise<unknown> => job() }) };

/**
 * Handed to Probot as it is. At most ten requests at one time. A limit of GitHub's (403, 429) is waited for as its headers say; other
 * errors are tried again by the plugin for retries, which leaves alone what is sent with `retries: 0`.
 */
export const BotOctokit: typeof ProbotOctokit = ProbotOctokit.defaults(
  (options: { readonly throttle?: object; readonly retry?: object }) => ({
    ...options,
    retry: { ...options.retry, doNotRetry: NON_RETRYABLE_STATUSES },
    throttle: { ...options.throttle, onRateLimit: wait, onSecondaryRateLimit: wait, write: UNHURRIED, notifications: UNHURRIED },
  }),
);

/** What the App's own client is made with. */
export interface AppAccount {
  readonly baseUrl: string;
  readonly auth: { readonly appId: number; readonly privateKey: string };
}

/**
 * For rounds of looks. The plugin counts together the requests of all clients of one `id`, which is the same for all that name none: so that
 * a round never stands before a person's word, it has ten of its own.
 */
export const PollerOctokit: typeof BotOctokit = BotOctokit.defaults({ throttle: { id: "rounds" } });

/** For whoever hears webhooks and asks nothing: Probot makes a client with a token of its own for each, and this one is its own answer. */
export class SilentOctokit extends ProbotOctokit {
  constructor(options?: ConstructorParameters<typeof ProbotOctokit>[0]) {
    super(options);
    this.auth = async () => this;
  }
}
