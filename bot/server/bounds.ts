/** The bounds of the server of webhooks, and the count of what it refuses. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isWebhook } from "./ingress.ts";
import type { Metrics } from "./metrics.ts";

/** Connections at one time: GitHub's bursts and probes need far fewer. More of them are closed. */
const CONNECTIONS = 1_024;

/** Milliseconds for the headers of a request. */
const HEADERS = 10_000;

/** Bounds a server that listens. Once for each. */
export function bound(http: Server, metrics: Metrics): void {
  http.headersTimeout = HEADERS;
  http.maxConnections = CONNECTIONS;
  countRefusals(http, metrics);
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
