/** How the scripted model puts its answers on the wire. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { StreamEvent } from "./wire.ts";

export interface WireError {
  readonly status: number;
  readonly message: string;
  /** Seconds, as the header has them. */
  readonly retryAfter?: number | undefined;
  /** `error.details.error_code`. */
  readonly code?: string | undefined;
}

/** The kind of error that the service names for a status. https://platform.claude.com/docs/en/api/errors */
const KINDS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** An error as the service words it. */
export function sendError(response: ServerResponse, { status, message, retryAfter, code }: WireError): void {
  const details = code === undefined ? null : { error_code: code };
  const body = { type: "error", error: { type: KINDS[status] ?? "api_error", message, details }, request_id: "req_lab" };
  const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_lab", ...wait }).end(JSON.stringify(body));
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json", "request-id": "req_lab" }).end(JSON.stringify(body));
}

/** How many pings come before an answer that takes its time. */
const PINGS = 6;

/** Sends pings so many milliseconds apart, as a service does while its model thinks. A stream of events has begun with it. */
export async function sendPings(response: ServerResponse, ping: string, apart: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_lab", "x-request-id": "req_lab" });
  for (let sent = 0; sent < PINGS; sent++) {
    response.write(ping);
    await sleep(apart, undefined, { ref: false });
  }
}

/** A stream of events that ends in order, is cut (the connection is destroyed once the events are on their way), or stalls. */
export function sendEvents(response: ServerResponse, events: readonly StreamEvent[], end: "end" | "cut" | "stall"): void {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_lab" });
  response.write(text, () => {
    if (end === "end") response.end();
    if (end === "cut") setTimeout(() => response.destroy(), 20);
  });
}
