/** The client of one job: its token is for one repository and for what a desk does, and for nothing else the App was granted (AUTH-20 to AUTH-22, T17). */
import type { Probot } from "probot";
import type { Client } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { BotOctokit } from "./octokit.ts";

/** What a desk asks of GitHub: state refs and pull requests' branches, comments and labels, answers in threads, the start of the workflow, the kill switch. */
export const JOB_PERMISSIONS = {
  actions: "write",
  actions_variables: "read",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
} as const;

/** Whose client it is, by GitHub's numbers. */
export interface ClientScope {
  readonly installationId: number;
  readonly repositoryId: number;
}

/** The App's client, as far as it makes tokens. */
export interface TokenSource {
  readonly auth: (options: object) => Promise<unknown>;
  readonly request: { readonly endpoint: { readonly DEFAULTS: { readonly baseUrl: string } } };
}

interface Endpoint {
  readonly headers: Record<string, unknown>;
  readonly request?: { readonly retries?: number; readonly fetch?: unknown };
}

/** A request on its way out, as the client gives it to whoever signs it. */
interface Sender {
  (endpoint: Endpoint): Promise<unknown>;
  readonly endpoint: { readonly merge: (route: unknown, parameters: unknown) => Endpoint };
}

/** The client of one repository. `Octokit`: the kind that it is of. */
export function scopedClient(
  app: TokenSource,
  { installationId, repositoryId }: ClientScope,
  log: Probot["log"],
  Octokit = BotOctokit,
): Client {
  return clientWithToken(app, { installationId, repositoryIds: [repositoryId], permissions: JOB_PERMISSIONS }, log, Octokit);
}

/** Which token is asked for. */
interface Wanted {
  readonly installationId: number;
  readonly repositoryIds?: readonly number[];
  readonly permissions: Readonly<Record<string, string>>;
}

/** Asks for a token when the first request is made; the App's client keeps it for as long as GitHub lets it live, which is an hour. */
export function clientWithToken(
  app: TokenSource,
  given: Wanted,
  log: Probot["log"],
  Octokit = BotOctokit,
): InstanceType<typeof BotOctokit> {
  const wanted = { type: "installation", ...given };
  const token = async (refresh: boolean): Promise<string> => {
    const made: unknown = await app.auth({ ...wanted, refresh });
    return `token ${Object(made).token}`;
  };
  async function hook(send: Sender, route: unknown, parameters: unknown): Promise<unknown> {
    const endpoint = send.endpoint.merge(route, parameters);
    const signed = async (refresh: boolean) => send({ ...endpoint, headers: { ...endpoint.headers, authorization: await token(refresh) } });
    try {
      return await signed(false);
    } catch (error) {
      // Its time was over, or somebody revoked it: a new one, once. What must not be there twice is left to whoever looks before they send.
      if (apiErrorOf(error)?.status !== 401 || endpoint.request?.retries === 0) throw error;
      return signed(true);
    }
  }
  const { baseUrl } = app.request.endpoint.DEFAULTS;
  return new Octokit({ baseUrl, log, authStrategy: () => ({ hook }) });
}
