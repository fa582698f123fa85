/** The port `Web`: one GET over https, to an allowed host at a public address, bounded in time and size. */
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { Interrupted } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import type { Page, PageRequest, Web } from "#ports/web.ts";
import { isPublic } from "./public-address.ts";
import { allowedAddress, checkAddress, type Redact } from "./web-address.ts";
import { requestPage, type WebTransport } from "./web-request.ts";
import { readPageText } from "./web-text.ts";

const MOST_MS = 10_000;
const MOST_REDIRECTS = 3;

/** The real web, for one run. */
export function systemWeb(redact: Redact): Web {
  const addressesOf = async (host: string): Promise<readonly string[]> =>
    (await lookup(host, { all: true })).map(({ address }) => address);
  return webOver({ open: (options) => request(options), addressesOf, allows: isPublic }, redact);
}

/** A web over the given network, for one run. */
export function webOver(outside: WebTransport, redact: Redact): Web {
  let requests = 0;
  return {
    async get(text, visit) {
      requests += 1;
      checkAddress(text, requests, redact);
      const late = AbortSignal.timeout(MOST_MS);
      const signal = AbortSignal.any([visit.signal, late]);
      try {
        return await Promise.race([
          follow(allowedAddress(text, visit.hosts), { ...visit, signal }, outside),
          aborted(signal),
        ]);
      } catch (error) {
        if (visit.signal.aborted) throw new Interrupted("stopped while a page was read", { cause: error });
        if (late.aborted) throw new Refused(`no answer within ${MOST_MS / 1000} s.`, { cause: error });
        throw error;
      }
    },
  };
}

/** Rejects when the signal is aborted: a DNS look-up takes no signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function follow(start: URL, visit: PageRequest, outside: WebTransport): Promise<Page> {
  let url = start;
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    const answer = await requestPage(url, visit.signal, outside);
    const { statusCode: status = 0, headers } = answer;
    const isRedirect =
      status >= 300 && status < 400 && headers.location !== undefined && URL.canParse(headers.location, url.href);
    if (!isRedirect) return { status, text: await readPageText(answer) };
    answer.destroy();
    const next = new URL(headers.location ?? "", url);
    if (next.hostname !== url.hostname)
      throw new Refused(`it leads to another host, which is not followed: ${next.origin}`);
    url = allowedAddress(next.href, visit.hosts);
  }
  throw new Refused(`it leads on more than ${MOST_REDIRECTS} times.`);
}
