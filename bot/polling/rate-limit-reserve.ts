/**
 * Keeps a rate-limit reserve for each installation: polling leaves the last fifth of an hour's requests to the jobs
 * that people asked for.
 */
import type { Client } from "#adapters/github/client/api.ts";

/** The part of the hour's requests that polling does not use. */
const KEPT = 0.2;

/**
 * Reads GitHub's rate-limit headers on each answer, also on one that does not count. The function that it gives is true
 * until GitHub reports that only the reserve is left.
 */
export function rateLimitReserveOf(client: Client): () => boolean {
  let hasReserve = true;
  const note = (headers: Readonly<Record<string, unknown>> | undefined): void => {
    const [left, limit] = [Number(headers?.["x-ratelimit-remaining"]), Number(headers?.["x-ratelimit-limit"])];
    if (!Number.isNaN(left) && !Number.isNaN(limit)) hasReserve = left > limit * KEPT;
  };
  client.hook.after("request", ({ headers }) => note(headers));
  client.hook.error("request", (error) => {
    note(Object(error).response?.headers);
    throw error;
  });
  return () => hasReserve;
}
