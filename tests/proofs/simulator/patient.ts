/** The product's patience with a line that breaks and a GitHub that is out of order, on a clock of the simulator's. */
import type { Client } from "#adapters/github/client/api.ts";
import type { Clock } from "#ports/clock.ts";

/** As `@octokit/plugin-retry` has them. */
const FINAL: readonly unknown[] = [400, 401, 403, 404, 410, 422, 451];
const RETRIES = 3;

/**
 * A client that sends again what `@octokit/plugin-retry` would, after as many seconds, but sleeps on this clock: the plugin's own timers are
 * real, and cost some milliseconds for each request that goes well. What GraphQL refuses with status 200 is not sent again here. For a client
 * without that plugin.
 */
export function patient<C extends Pick<Client, "hook">>(client: C, clock: Pick<Clock, "sleep">): C {
  client.hook.wrap("request", async (send, options) => {
    const most = 1 + retriesOf(options);
    for (let sends = 1; ; sends += 1) {
      try {
        return await send(options);
      } catch (error) {
        if (sends === most || !mayPass(error)) throw error;
      }
      await clock.sleep(sends ** 2 * 1000);
    }
  });
  return client;
}

function retriesOf({ request }: { readonly request?: object }): number {
  const given: unknown = Object(request).retries;
  return typeof given === "number" ? given : RETRIES;
}

function mayPass(error: unknown): boolean {
  const status: unknown = Object(error).status;
  return typeof status === "number" && status >= 400 && !FINAL.includes(status);
}
