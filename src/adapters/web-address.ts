/** Decides whether a page at an address may be requested: its length, protocol and host, and no secret in it. */
import { Refused } from "#ports/tool-access.ts";

/**
 * Characters of an address, and requests of one run, at most: a model could carry data out in the addresses that it
 * asks for, and in nothing else.
 */
const MOST_ADDRESS = 512;
const MOST_REQUESTS = 200;

/** Takes secrets out of a text: an address that it changes is not requested. */
export type Redact = (text: string) => string;

/** Throws `Refused` for an address that is too long or holds a secret, and for one request too many. */
export function checkAddress(text: string, requests: number, redact: Redact): void {
  if (text.length > MOST_ADDRESS) throw new Refused(`the address is longer than ${MOST_ADDRESS} characters.`);
  if (requests > MOST_REQUESTS)
    throw new Refused(`this run has read ${MOST_REQUESTS} pages, which is all that it may.`);
  const plain = decoded(text);
  if (redact(text) !== text || redact(plain) !== plain)
    throw new Refused("the address holds what looks like a secret.");
}

/** The text with its percent encoding decoded; unchanged where the encoding is malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address, if it may be requested. Throws `Refused`. */
export function allowedAddress(text: string, hosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new Refused("this is no address; give a whole one, such as https://docs.example/page.");
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    throw new Refused("only https is read, at its usual port and without a login.");
  if (!hosts.includes(url.hostname))
    throw new Refused(`${url.hostname} is not allowed here; these hosts are: ${hosts.join(", ")}.`);
  return url;
}
