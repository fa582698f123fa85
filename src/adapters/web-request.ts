/** Sends one GET request, to an IP address that was checked before. */
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { Refused } from "#ports/tool-access.ts";

/**
 * The network below the adapter. `open`: sends the head of a request. `addressesOf`: all addresses of a host. `allows`:
 * true for an address that may be asked.
 */
export interface WebTransport {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
  readonly allows: (address: string) => boolean;
}

/** Sends the request to the address that was checked: a later DNS answer for the name does not count. */
export async function requestPage(url: URL, signal: AbortSignal, outside: WebTransport): Promise<IncomingMessage> {
  const address = await publicAddress(url.hostname, outside);
  const family = isIP(address);
  const pinned: LookupFunction = (_host, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
  const headers = { accept: "text/*, application/json", "accept-encoding": "identity", "user-agent": "loopwright" };
  const options = {
    hostname: url.hostname,
    path: `${url.pathname}${url.search}`,
    headers,
    lookup: pinned,
    signal,
    agent: false,
  };
  return await new Promise((resolve, reject) => {
    const asking = outside.open(options);
    asking.on("response", resolve);
    asking.on("error", (cause) =>
      reject(new Refused(`${url.hostname} cannot be reached: ${cause.message}`, { cause })),
    );
    asking.end();
  });
}

async function publicAddress(host: string, { addressesOf, allows }: WebTransport): Promise<string> {
  const addresses = await addressesOf(host).catch((cause: unknown) => {
    throw new Refused(`${host} is not known`, { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new Refused(`${host} has no address`);
  if (!addresses.every(allows))
    throw new Refused(`${host} leads to an address that is not public, which is not asked.`);
  return first;
}
