/** What we need of a client of GitHub. Whoever calls us builds it: Probot's, `@actions/github`'s and `@octokit/rest`'s all fit. */
import type { Octokit } from "@octokit/rest";

/** A signed-in client as its library makes it. Nothing of ours writes with it: see `outgoing.ts`. Its plugins may repeat what can be repeated; what must not be is sent with `ONCE`. */
export type Client = Pick<Octokit, "rest" | "graphql" | "request" | "hook">;

declare const CHECKED: unique symbol;

/** A client whose requests are looked at before they leave. Only `checked` makes one, so that no writer can go around it (OUT-02). */
export type Api = Pick<Client, "rest" | "graphql" | "request"> & { readonly [CHECKED]: true };

/** A repository on GitHub. */
export interface RepositoryLocation {
  readonly owner: string;
  readonly repo: string;
}

/** For a request that creates something: the client's plugins must not send it again by themselves (F13). */
export const NO_RETRY = { request: { retries: 0 } } as const;

/** Statuses after which the client's plugins do not send a request again: the answer would be the same, or a limit is to be waited for (API-02, API-07). */
export const NON_RETRYABLE_STATUSES = [400, 401, 403, 404, 409, 410, 422, 429, 451];
