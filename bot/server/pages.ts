/** The pages for the operator of the bot: liveness, readiness and metrics. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Queue } from "#ports/queue.ts";
import { isWebhook } from "./ingress.ts";
import type { Metrics } from "./metrics.ts";

/** The sources of the pages. `stopping`: whether the bot was told to end. */
export interface PageSources {
  readonly queue: Pick<Queue, "ready" | "length">;
  readonly metrics: Metrics;
  readonly stopping: () => boolean;
}

/** Answers `/healthz`, `/readyz` and `/metrics`; false for every other page. */
export function pagesOf({
  queue,
  metrics,
  stopping,
}: PageSources): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const say = (response: ServerResponse, status: number, text: string, type = "text/plain"): true => {
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    return true;
  };
  return async ({ url }, response) => {
    if (url === "/healthz") return say(response, 200, "ok\n");
    if (url === "/metrics") return say(response, 200, await metrics.page(queue), metrics.contentType);
    if (url !== "/readyz") return false;
    if (stopping()) return say(response, 503, "the bot is being stopped\n");
    return (await queue.ready()) ? say(response, 200, "ready\n") : say(response, 503, "the queue cannot be reached\n");
  };
}

/** Counts the webhooks that the bot answers with an error: a wrong signature, a wrong shape, no queue. */
export function countRefusals(server: Server, metrics: Metrics): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!isWebhook(request)) return;
    response.once("finish", () => {
      if (response.statusCode >= 400) metrics.countWebhook("refused");
    });
  });
}
