/** The client of GitHub that the job's token is good for. */
import { retry } from "@octokit/plugin-retry";
import { Octokit } from "@octokit/rest";
import { aligning } from "#adapters/github/client/aligned-clock.ts";
import { type Api, type Client, NEVER_AGAIN } from "#adapters/github/client/api.ts";
import { checked, type Gate } from "#adapters/github/client/outgoing.ts";
import { paced, pacerOf } from "#adapters/github/client/paced.ts";
import { patient } from "#adapters/github/client/patient.ts";
import { jobClock } from "../runner/clock.ts";
import type { Machine } from "../runner/machine.ts";

const silent = (): void => undefined;

/** Variables that name a proxy, as `@actions/http-client` reads them. */
const PROXIES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** What is not answered otherwise a second time; limits (403, 429) have a patience of their own. */
const AGAIN = { doNotRetry: NEVER_AGAIN };

/**
 * What may be sent twice is tried again after 5xx and lost connections; what must not be is sent with `ONCE` by the adapters. A runner behind
 * a proxy gets the client of `@actions/github`, which goes through it; the others need not read its network stack at each start.
 */
export async function clientOf(
  token: string,
  { apiUrl }: Pick<Machine, "apiUrl">,
  gate: Gate,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Api> {
  const behaved = <C extends Client>(client: C): C =>
    patient(paced(aligning(client, jobClock), pacerOf(jobClock)), { clock: jobClock, warn: gate.warn });
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  if (PROXIES.some((name) => env[name])) {
    const { getOctokit } = await import("@actions/github");
    return checked(behaved(getOctokit(token, { baseUrl: apiUrl, log, retry: AGAIN }, retry)), gate);
  }
  const Patient = Octokit.plugin(retry);
  return checked(behaved(new Patient({ auth: token, baseUrl: apiUrl, log, retry: AGAIN })), gate);
}
