/** The body of a webhook as it comes: signed while it comes, kept only as far as it is ever read. No stranger fills the memory (WH-20). */
import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** `largest`: bytes that are taken at all; `kept`: bytes up to which a body is read; `ms`: for all of it. */
export interface Bounds {
  readonly largest: number;
  readonly kept: number;
  readonly ms: number;
}

/** What a request is refused with, as HTTP says it. */
export interface Refused {
  readonly kind: "refused";
  readonly status: 400 | 404 | 408 | 413 | 415;
  readonly why: string;
}

/** `bytes`: null where there were more than are kept; `signed`: whether the signature is the one of any of our secrets over the raw bytes. */
export interface Body {
  readonly kind: "body";
  readonly bytes: Buffer | null;
  readonly signed: boolean;
}

export const refused = (status: Refused["status"], why: string): Refused => ({ kind: "refused", status, why });

/** Reads a body to its end, or until a bound is met. Never rejects. */
export async function readBody(
  request: IncomingMessage,
  signature: string,
  secrets: readonly string[],
  bounds: Bounds,
): Promise<Body | Refused> {
  if (Number(request.headers["content-length"]) > bounds.largest) return tooLarge(bounds);
  const done = new AbortController();
  const late = sleep(bounds.ms, refused(408, `the body did not come within ${bounds.ms} ms`), { signal: done.signal });
  const read = collected(request, signature, secrets, bounds).catch((error) => refused(400, `the body broke off: ${String(error)}`));
  try {
    return await Promise.race([read, late]);
  } finally {
    late.catch(() => undefined); // it is over because the body was faster
    done.abort();
  }
}

async function collected(request: IncomingMessage, signature: string, secrets: readonly string[], bounds: Bounds): Promise<Body | Refused> {
  const hmacs = secrets.map((secret) => createHmac("sha256", secret));
  const parts: Buffer[] = [];
  let received = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += part.length;
    if (received > bounds.largest) return tooLarge(bounds);
    if (received <= bounds.kept) parts.push(part);
    for (const hmac of hmacs) hmac.update(part);
  }
  return { kind: "body", bytes: received > bounds.kept ? null : Buffer.concat(parts), signed: isSigned(signature, hmacs) };
}

function tooLarge({ largest }: Bounds): Refused {
  return refused(413, `the body is larger than ${largest} bytes`);
}

/** In a time that does not tell how much of it was right. */
function isSigned(signature: string, hmacs: readonly Hmac[]): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (given === undefined) return false;
  const bytes = Buffer.from(given, "hex");
  return hmacs.map((hmac) => timingSafeEqual(bytes, hmac.digest())).includes(true);
}
