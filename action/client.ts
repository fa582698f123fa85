/** The client of GitHub that the job's token is good for. */
import { getOctokit } from "@actions/github";
import { retry } from "@octokit/plugin-retry";
import type { Api } from "#adapters/octokit/api.ts";
import type { Machine } from "./machine.ts";

const silent = (): void => undefined;

/** What may be sent twice is tried again after 5xx and lost connections; what must not be is sent with `ONCE` by the adapters. */
export function clientOf(token: string, { apiUrl }: Machine): Api {
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  return getOctokit(token, { baseUrl: apiUrl, log }, retry);
}
