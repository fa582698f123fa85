/** The bot's answers to webhooks: status, text, and whether the connection is closed. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { messageOf } from "#core/values/message-of.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Broken {
  readonly status: 500;
  readonly why: string;
}

/** GitHub lists it as a failed delivery, and a person can redeliver it. */
export function broken(error: unknown): Broken {
  return { status: 500, why: messageOf(error) };
}

/** Milliseconds in which a refused sender can read the answer, while the bot discards the rest of the request. */
const FAREWELL = 1_000;

export function say(response: ServerResponse, status: number, text: string, refusedOne?: IncomingMessage): void {
  const ends = refusedOne !== undefined && !refusedOne.complete;
  const body = `${text}\n`;
  // With a content length, head and body travel in one packet.
  const head = {
    "content-type": "text/plain",
    "content-length": Buffer.byteLength(body),
    ...(ends && { connection: "close" }),
  };
  response.writeHead(status, head).end(body);
  if (!ends) return;
  refusedOne.resume();
  setTimeout(() => refusedOne.destroy(), FAREWELL).unref();
}
