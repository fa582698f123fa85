/** Makes the client of a person's or an App's token for a program that asks GitHub directly and waits for nothing. */
import { Octokit } from "@octokit/rest";
import type { Api } from "./api.ts";
import { type OutgoingGuard, withOutgoingGuard } from "./outgoing-guard.ts";

/** Milliseconds after which a request without an answer is given up. */
const PATIENCE = 30_000;

const silent = (): void => undefined;
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

export interface TokenClientOptions {
  readonly token: string;
  /** Address of the REST API, without a slash at its end. */
  readonly apiUrl: string;
  /** The version of the API that its requests name instead of ours; null for ours. */
  readonly version: string | null;
}

/**
 * Nothing is sent again, and a request ends after 30 s. Sends nothing by itself.
 * https://docs.github.com/rest/about-the-rest-api/api-versions
 */
export function tokenClientOf({ token, apiUrl, version }: TokenClientOptions, gate: OutgoingGuard): Api {
  const client = new Octokit({ auth: token, baseUrl: apiUrl, log: SILENT });
  // The hook that was set first has the last word: it runs after that of the guard, which names our version.
  client.hook.before("request", (options) => {
    if (version !== null) options.headers["x-github-api-version"] = version;
    options.request = { ...options.request, signal: AbortSignal.timeout(PATIENCE) };
  });
  return withOutgoingGuard(client, gate);
}
