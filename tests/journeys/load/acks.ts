/** How many webhooks a second a server acknowledges, while none of the work that they ask for goes on: GitHub is silent. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Webhook, webhookOf } from "./webhooks.ts";

/** Webhooks under way at one time: GitHub is far away, and waits for no answer before it sends the next one. */
const LANES = 64;
/** Comments of one issue: a line never fills. */
const OF_ONE_ISSUE = 10;
/** Milliseconds without an answer until the server counts as one that does not answer. */
const PATIENCE = 20_000;

let next = 1_000_000;

/**
 * Sends so many webhooks, none of which was sent before. Gives answers a second. All is signed and written out before the clock runs, and
 * sent over plain sockets: what is measured is the server and not the sender. Throws an `Error` when one is not answered with 200.
 */
export async function acknowledged(url: string, count: number): Promise<number> {
  const from = next;
  next += count;
  const requests = Array.from({ length: count }, (_, index) =>
    written(url, webhookOf({ issue: Math.floor((from + index) / OF_ONE_ISSUE), comment: from + index })),
  );
  const sockets = await Promise.all(Array.from({ length: LANES }, () => opened(url)));
  try {
    const began = performance.now();
    await Promise.all(sockets.map((socket) => lane(socket, requests)));
    return (count / (performance.now() - began)) * 1_000;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function written(url: string, { body, headers }: Webhook): Buffer {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`POST ${pathname} HTTP/1.1`, ...lines, "", body].join("\r\n"));
}

async function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setTimeout(PATIENCE);
  await once(socket, "connect");
  return socket;
}

/** Takes one request after the other, until none is left. */
function lane(socket: Socket, requests: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const go = (): void => {
      const request = requests.pop();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.setEncoding("latin1").on("data", (part) => {
      heard += String(part);
      if (!isWhole(heard)) return;
      if (!heard.startsWith("HTTP/1.1 200 ")) return reject(new Error(`a webhook was answered with ${heard.slice(0, 200)}`));
      heard = "";
      go();
    });
    socket.once("timeout", () => reject(new Error(`a webhook had no answer within ${PATIENCE} ms`)));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection while webhooks were sent")));
    go();
  });
}

/** Head and body of one answer. Throws an `Error` for one that does not tell its length. */
function isWhole(heard: string): boolean {
  const head = heard.indexOf("\r\n\r\n");
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(heard)?.[1];
  if (length === undefined) throw new Error(`an answer has no length: ${heard.slice(0, 200)}`);
  return heard.length >= head + 4 + Number(length);
}
