/**
 * A proxy in the driver, behind a socket of the file system: a setup command, which has no network itself, reaches
 * allowed hosts through it.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Egress, hostAt, type OutwardNetwork, pinnedAddress } from "./egress.ts";
import { headersOf, plainRequestOf, refusalMessage, shownRequest } from "./proxy-requests.ts";
import { openTunnel } from "./tunnel.ts";

/** A listening proxy. `close` ends every connection through it. */
export interface EgressProxy {
  readonly close: () => void;
}

function refuse(way: Duplex, why: string): void {
  way.end(`HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${why}\n`);
}

/** Both sides of the proxy: the allowed hosts, and the internet. */
interface Sides {
  readonly egress: Egress;
  readonly outward: OutwardNetwork;
}

/** The address to connect to for an allowed host; null for any other, and for one without a public address. */
async function addressOf(host: string | null, { egress, outward }: Sides): Promise<string | null> {
  return host !== null && egress.hosts.includes(host) ? pinnedAddress(host, outward) : null;
}

/**
 * `CONNECT host:443`: a tunnel to an allowed host, at an address that was checked, for TLS with that host's name and
 * nothing else.
 */
async function onConnect({ url = "" }: IncomingMessage, client: Duplex, head: Buffer, sides: Sides): Promise<void> {
  const { onRefused } = sides.egress;
  const host = hostAt(url, 443);
  const address = await addressOf(host, sides);
  if (host !== null && address !== null)
    return openTunnel({ client, head, host, open: () => sides.outward.connect(address, 443), onRefused });
  onRefused(shownRequest(url));
  refuse(client, refusalMessage(shownRequest(url)));
}

/** Passes an answer on; one with a status that no answer may have, and that Node would not send, ends as a bad one. */
function passOn(from: IncomingMessage, answer: ServerResponse): void {
  const { statusCode = 0, headers } = from;
  if (statusCode >= 200 && statusCode <= 599) {
    answer.writeHead(statusCode, headers);
    from.pipe(answer);
    return;
  }
  from.destroy();
  answer.writeHead(502, { "content-type": "text/plain", connection: "close" }).end("the answer has no valid status\n");
}

/** `GET http://host/path`: reading only, no login, from an allowed host. */
async function onRequest(asked: IncomingMessage, answer: ServerResponse, sides: Sides): Promise<void> {
  const { host, path, reads, what } = plainRequestOf(asked);
  const address = await addressOf(host, sides);
  if (host === null || address === null) {
    sides.egress.onRefused(what);
    answer
      .writeHead(reads ? 403 : 405, { "content-type": "text/plain", connection: "close" })
      .end(`${refusalMessage(what)}\n`);
    return;
  }
  const createConnection = (): Socket => sides.outward.connect(address, 80);
  const onward = request({ method: asked.method, path, headers: headersOf(asked, host), createConnection });
  onward.on("response", (from) => passOn(from, answer));
  onward.on("error", () => answer.destroy());
  // It may end without an answer that is passed on, such as one that changes the protocol.
  onward.on("close", () => answer.headersSent || answer.destroy());
  answer.on("close", () => onward.destroy());
  onward.end();
}

/**
 * Listens at the path of a socket. Throws the system's error when it cannot. A connection that breaks is reported by
 * the command itself.
 */
export async function egressProxy(socket: string, egress: Egress, outward: OutwardNetwork): Promise<EgressProxy> {
  const sockets = new Set<Socket>();
  const sides = { egress, outward };
  const server = createServer((asked, answer) => void onRequest(asked, answer, sides));
  server.on("connect", (asked, client, head) => {
    client.on("error", () => client.destroy());
    void onConnect(asked, client, head, sides);
  });
  server.on("connection", (one) => {
    sockets.add(one);
    one.on("close", () => sockets.delete(one));
  });
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(socket, resolve));
  return {
    close: () => {
      server.close();
      for (const one of sockets) one.destroy();
    },
  };
}
