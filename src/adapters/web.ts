/** The port `Web`: one GET over https, to a named host at a public address, bounded in time and size (S3.25, C3.09). */
import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Interrupted } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import type { Page, PageRequest, Web } from "#ports/web.ts";
import { isPublic } from "./public-address.ts";
import { readPageText } from "./web-text.ts";

const MOST_MS = 10_000;
const MOST_REDIRECTS = 3;
/** Characters of an address, and requests of one run: what a page is asked for is all that could be carried out (NET-07). */
const MOST_ADDRESS = 512;
const MOST_REQUESTS = 200;

/** The outside of the adapter. `open`: sends the head of a request. `addressesOf`: all addresses of a host. `allows`: which of them may be asked. */
export interface WebTransport {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
  readonly allows: (address: string) => boolean;
}

/** The web as it is, for one run. */
export function systemWeb(redact: Redact): Web {
  const addressesOf = async (host: string): Promise<readonly string[]> => (await lookup(host, { all: true })).map(({ address }) => address);
  return webOver({ open: (options) => request(options), addressesOf, allows: isPublic }, redact);
}

/** Takes secrets out of a text: an address that it would change is not asked for. */
type Redact = (text: string) => string;

/** A web over an outside, for one run. */
export function webOver(outside: WebTransport, redact: Redact): Web {
  let requests = 0;
  return {
    async get(text, visit) {
      requests += 1;
      mustCarryNothing(text, requests, redact);
      const late = AbortSignal.timeout(MOST_MS);
      const signal = AbortSignal.any([visit.signal, late]);
      try {
        return await Promise.race([follow(allowed(text, visit.hosts), { ...visit, signal }, outside), aborted(signal)]);
      } catch (error) {
        if (visit.signal.aborted) throw new Interrupted("stopped while a page was read", { cause: error });
        if (late.aborted) throw new Refused(`no answer within ${MOST_MS / 1000} s.`, { cause: error });
        throw error;
      }
    },
  };
}

/** Rejects when the signal is aborted: a look-up of a name knows no signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** What leaves with a request is its address. Throws `Refused` for a long one, one that holds a secret, and one too many. */
function mustCarryNothing(text: string, requests: number, redact: Redact): void {
  if (text.length > MOST_ADDRESS) throw new Refused(`the address is longer than ${MOST_ADDRESS} characters.`);
  if (requests > MOST_REQUESTS) throw new Refused(`this run has read ${MOST_REQUESTS} pages, which is all that it may.`);
  const plain = decoded(text);
  if (redact(text) !== text || redact(plain) !== plain) throw new Refused("the address holds what looks like a secret.");
}

/** The text without percent signs; as it is where they mean nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a page that may be asked for. Throws `Refused`. */
function allowed(text: string, hosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new Refused("this is no address; give a whole one, such as https://docs.example/page.");
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    throw new Refused("only https is read, at its usual port and without a login.");
  if (!hosts.includes(url.hostname)) throw new Refused(`${url.hostname} is not allowed here; these hosts are: ${hosts.join(", ")}.`);
  return url;
}

async function follow(start: URL, visit: PageRequest, outside: WebTransport): Promise<Page> {
  let url = start;
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    const answer = await ask(url, visit.signal, outside);
    const { statusCode: status = 0, headers } = answer;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined && URL.canParse(headers.location, url.href);
    if (!isRedirect) return { status, text: await readPageText(answer) };
    answer.destroy();
    const next = new URL(headers.location ?? "", url);
    if (next.hostname !== url.hostname) throw new Refused(`it leads to another host, which is not followed: ${next.origin}`);
    url = allowed(next.href, visit.hosts);
  }
  throw new Refused(`it leads on more than ${MOST_REDIRECTS} times.`);
}

/** Sends the request to an address that was looked at: what the name leads to afterwards does not count. */
async function ask(url: URL, signal: AbortSignal, outside: WebTransport): Promise<IncomingMessage> {
  const address = await publicAddress(url.hostname, outside);
  const family = isIP(address);
  const pinned: LookupFunction = (_host, { all }, done) => (all === true ? done(null, [{ address, family }]) : done(null, address, family));
  const headers = { accept: "text/*, application/json", "accept-encoding": "identity", "user-agent": "loopwright" };
  const options = { hostname: url.hostname, path: `${url.pathname}${url.search}`, headers, lookup: pinned, signal, agent: false };
  return await new Promise((resolve, reject) => {
    const asking = outside.open(options);
    asking.on("response", resolve);
    asking.on("error", (cause) => reject(new Refused(`${url.hostname} cannot be reached: ${cause.message}`, { cause })));
    asking.end();
  });
}

async function publicAddress(host: string, { addressesOf, allows }: WebTransport): Promise<string> {
  const addresses = await addressesOf(host).catch((cause: unknown) => {
    throw new Refused(`${host} is not known`, { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new Refused(`${host} has no address`);
  if (!addresses.every(allows)) throw new Refused(`${host} leads to an address that is not public, which is not asked.`);
  return first;
}
