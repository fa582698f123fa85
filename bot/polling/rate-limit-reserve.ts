/** How many of the requests that GitHub counts in an hour are left to an installation: looks leave the last fifth to what people say (F9, API-03). */
import type { Client } from "#adapters/github/client/api.ts";

/** The part of the hour's requests that looks leave alone. */
const KEPT = 0.2;

/** Listens to what GitHub says of its limit with each answer, also with one that it does not count. True until it said that little is left. */
export function rateLimitReserveOf(client: Client): () => boolean {
  let spare = true;
  const note = (headers: Readonly<Record<string, unknown>> | undefined): void => {
    const [left, limit] = [Number(headers?.["x-ratelimit-remaining"]), Number(headers?.["x-ratelimit-limit"])];
    if (!Number.isNaN(left) && !Number.isNaN(limit)) spare = left > limit * KEPT;
  };
  client.hook.after("request", ({ headers }) => note(headers));
  client.hook.error("request", (error) => {
    note(Object(error).response?.headers);
    throw error;
  });
  return () => spare;
}
