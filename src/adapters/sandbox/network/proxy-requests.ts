/** Reads what a request to the proxy asks for, and words its refusals. */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { hostAt } from "./egress.ts";

/** Headers of a request that are passed on: no credentials, and nothing that concerns the connection alone. */
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

/** The headers to pass on to `host`. */
export function headersOf({ headers }: IncomingMessage, host: string): OutgoingHttpHeaders {
  return Object.fromEntries([
    ["host", host],
    ...HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  ]);
}

/** The answer to a request that the proxy refuses. */
export const refusalMessage = (asked: string): string =>
  `${asked} is not reached during setup: name its host in setup_hosts of .github/loopwright.yml. ` +
  "Only https at port 443, and reading by http at port 80.";

/**
 * The requested host or address, for people: at most as long as a host name, without characters that a terminal or a
 * page interprets.
 */
export const shownRequest = (asked: string): string => asked.replace(/[^\w.:/ -]/g, "?").slice(0, 253);

/** A plain request: the host that it reads from, null for anything else, and a text about it for people. */
interface PlainRequest {
  readonly host: string | null;
  readonly path: string;
  readonly reads: boolean;
  readonly what: string;
}

/** Parses a request that is no `CONNECT`. */
export function plainRequestOf({ url: text = "", method = "" }: IncomingMessage): PlainRequest {
  const reads = method === "GET" || method === "HEAD";
  const shortened = (place: string): string => shownRequest(reads ? place : `${method} ${place}`);
  if (!URL.canParse(text)) return { host: null, path: "", reads, what: shortened(text) };
  const { protocol, username, host, pathname, search } = new URL(text);
  const isPlain = reads && protocol === "http:" && username === "";
  return { host: isPlain ? hostAt(host, 80) : null, path: `${pathname}${search}`, reads, what: shortened(host) };
}
