/** The way out of a setup command: a proxy in the driver, behind a socket of the file system; the command itself has no network (NET-11 to NET-15). */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Egress, hostAt, type OutwardNetwork, pinnedAddress } from "./egress.ts";
import { openTunnel } from "./tunnel.ts";

/** A proxy that listens. `close` ends every connection through it. */
export interface EgressProxy {
  readonly close: () => void;
}

/** Headers of a request that go on: nothing that logs in, nothing that belongs to the connection alone (NET-08). */
const HEADERS = [
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "if-modified-since",
  "if-none-match",
  "range",
  "user-agent",
];

function headersOf({ headers }: IncomingMessage, host: string): OutgoingHttpHeaders {
  return Object.fromEntries([["host", host], ...HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))]);
}

function refuse(way: Duplex, why: string): void {
  way.end(`HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${why}\n`);
}

const why = (asked: string): string =>
  `${asked} is not reached during setup: name its host in setup_hosts of .github/loopwright.yml. Only https at port 443, and reading by http at port 80.`;

/** What is asked for, for people: at most the length of a host's name, and nothing that a terminal or a page would obey. */
const shown = (asked: string): string => asked.replace(/[^\w.:/ -]/g, "?").slice(0, 253);

/** Both sides of the proxy: who may be asked, and the internet. */
interface Sides {
  readonly egress: Egress;
  readonly outward: OutwardNetwork;
}

/** The address to connect to for a host of the list; null for every other, and for one that has no public address. */
async function addressOf(host: string | null, { egress, outward }: Sides): Promise<string | null> {
  return host !== null && egress.hosts.includes(host) ? pinnedAddress(host, outward) : null;
}

/** `CONNECT host:443`: a tunnel to a host of the list, at an address that was looked at, for TLS with that host's name and nothing else. */
async function onConnect({ url = "" }: IncomingMessage, client: Duplex, head: Buffer, sides: Sides): Promise<void> {
  const { onRefused } = sides.egress;
  const host = hostAt(url, 443);
  const address = await addressOf(host, sides);
  if (host !== null && address !== null)
    return openTunnel({ client, head, host, open: () => sides.outward.connect(address, 443), onRefused });
  onRefused(shown(url));
  refuse(client, why(shown(url)));
}

/** What a plain request is for: a host that it reads from, null for anything else, and the whole of it for people. */
interface Plain {
  readonly host: string | null;
  readonly path: string;
  readonly reads: boolean;
  readonly what: string;
}

function plainOf({ url: text = "", method = "" }: IncomingMessage): Plain {
  const reads = method === "GET" || method === "HEAD";
  const said = (place: string): string => shown(reads ? place : `${method} ${place}`);
  if (!URL.canParse(text)) return { host: null, path: "", reads, what: said(text) };
  const { protocol, username, host, pathname, search } = new URL(text);
  const isPlain = reads && protocol === "http:" && username === "";
  return { host: isPlain ? hostAt(host, 80) : null, path: `${pathname}${search}`, reads, what: said(host) };
}

/** `GET http://host/path`: reading only, no login, from a host of the list. */
async function onRequest(asked: IncomingMessage, answer: ServerResponse, sides: Sides): Promise<void> {
  const { host, path, reads, what } = plainOf(asked);
  const address = await addressOf(host, sides);
  if (host === null || address === null) {
    sides.egress.onRefused(what);
    answer.writeHead(reads ? 403 : 405, { "content-type": "text/plain", connection: "close" }).end(`${why(what)}\n`);
    return;
  }
  const createConnection = (): Socket => sides.outward.connect(address, 80);
  const onward = request({ method: asked.method, path, headers: headersOf(asked, host), createConnection });
  onward.on("response", (from) => {
    answer.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  onward.end();
}

/** Listens at the path of a socket. Throws what the system throws when it cannot. A connection that breaks is the command's to see. */
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
