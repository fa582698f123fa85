/** The server of the metrics, on a port of its own: whoever can send webhooks need not see what the bot does. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { Queue } from "#ports/queue.ts";
import type { MetricsAddress } from "../config/settings.ts";
import type { Metrics } from "./metrics.ts";

/** Those who read metrics are few, and quick. */
const CONNECTIONS = 16;
const TIMEOUT = 5_000;

/**
 * Answers `/metrics` and nothing else, until the function that it gives is called; null: nowhere. Throws an `Error`
 * when the port is taken.
 */
export async function serveMetrics(
  address: MetricsAddress | null,
  metrics: Metrics,
  queue: Pick<Queue, "length">,
): Promise<() => void> {
  if (address === null) return () => undefined;
  const server = createServer({ headersTimeout: TIMEOUT, requestTimeout: TIMEOUT }, (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    const say = (text: string): void =>
      void response.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(text);
    metrics.page(queue).then(say, () => void response.writeHead(500).end());
  });
  server.maxConnections = CONNECTIONS;
  server.listen(address.port, address.host);
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
