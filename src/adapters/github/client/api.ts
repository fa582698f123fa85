/**
 * The parts of a GitHub client that we use. The caller builds the client: Probot's, `@actions/github`'s and
 * `@octokit/rest`'s all fit.
 */
import type { Octokit } from "@octokit/rest";

/**
 * A signed-in client as its library makes it. Our code writes only through `withOutgoingGuard` (`outgoing-guard.ts`).
 * The client's plugins may repeat a request that can be repeated; any other is sent with `NO_RETRY`.
 */
export type Client = Pick<Octokit, "rest" | "graphql" | "request" | "hook">;

declare const CHECKED: unique symbol;

/**
 * A client whose requests are checked before they are sent. Only `withOutgoingGuard` makes one, so that no writer can
 * avoid it.
 */
export type Api = Pick<Client, "rest" | "graphql" | "request"> & { readonly [CHECKED]: true };

/** A repository on GitHub. */
export interface RepositoryLocation {
  readonly owner: string;
  readonly repo: string;
}

/** For a request that creates something: the client's plugins must not send it again by themselves. */
export const NO_RETRY = { request: { retries: 0 } } as const;

/**
 * Statuses after which the client's plugins do not send a request again: the answer would be the same, or our own code
 * waits for a rate limit.
 */
export const NON_RETRYABLE_STATUSES = [400, 401, 403, 404, 409, 410, 422, 429, 451];
