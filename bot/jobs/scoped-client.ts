/**
 * The client of one job: its token is for one repository and has only the permissions that the bot uses, not all that
 * the App was granted.
 */
import type { Probot } from "probot";
import type { Client } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { APP_PERMISSIONS } from "#core/config/github-setup.ts";
import { BotOctokit } from "./octokit.ts";

/** The installation and the repository of the client, by GitHub's ids. */
export interface ClientScope {
  readonly installationId: number;
  readonly repositoryId: number;
}

/** The part of the App's client that makes tokens. */
export interface TokenSource {
  readonly auth: (options: object) => Promise<unknown>;
  readonly request: { readonly endpoint: { readonly DEFAULTS: { readonly baseUrl: string } } };
}

interface Endpoint {
  readonly headers: Record<string, unknown>;
  readonly request?: { readonly retries?: number; readonly fetch?: unknown };
}

/** A request before it is signed. */
interface Sender {
  (endpoint: Endpoint): Promise<unknown>;
  readonly endpoint: { readonly merge: (route: unknown, parameters: unknown) => Endpoint };
}

/** Makes the client of one repository. `Octokit`: its class. */
export function scopedClient(
  app: TokenSource,
  { installationId, repositoryId }: ClientScope,
  log: Probot["log"],
  Octokit = BotOctokit,
): Client {
  return clientWithToken(
    app,
    { installationId, repositoryIds: [repositoryId], permissions: APP_PERMISSIONS },
    log,
    Octokit,
  );
}

/** The scope of the token. */
interface Wanted {
  readonly installationId: number;
  readonly repositoryIds?: readonly number[];
  readonly permissions: Readonly<Record<string, string>>;
}

/**
 * Makes a client that asks for its token with the first request; the App's client caches the token until it expires,
 * after one hour.
 */
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
    const signed = async (refresh: boolean) =>
      send({ ...endpoint, headers: { ...endpoint.headers, authorization: await token(refresh) } });
    try {
      return await signed(false);
    } catch (error) {
      // The token expired or was revoked: the client asks for a new one, once. A request that must not be sent twice
      // (`retries: 0`) is left to its caller, which checks before it sends again.
      if (apiErrorOf(error)?.status !== 401 || endpoint.request?.retries === 0) throw error;
      return signed(true);
    }
  }
  const { baseUrl } = app.request.endpoint.DEFAULTS;
  return new Octokit({ baseUrl, log, authStrategy: () => ({ hook }) });
}
