/**
 * Reads the body of a webhook: checks the signature while it arrives and keeps only as many bytes as are ever parsed,
 * so that no sender fills the memory.
 */
import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ByteFlow } from "./byte-flow.ts";
import { type ByteBudget, heldBody } from "./held-body.ts";

/**
 * `largest`: the most bytes that are accepted; `kept`: bytes up to which a body is parsed; `ms`: milliseconds for all
 * of it; `unverified`: what all bodies together may hold before their signatures are known, and `flow`: how fast what
 * follows the first part of each is read.
 */
export interface BodyBounds {
  readonly largest: number;
  readonly kept: number;
  readonly ms: number;
  readonly unverified: ByteBudget;
  readonly flow: ByteFlow;
}

/** The refusal of a request, as an HTTP status. */
export interface RefusedRequest {
  readonly kind: "refused";
  readonly status: 400 | 404 | 408 | 413 | 415 | 503;
  readonly why: string;
}

/**
 * `bytes`: null where there were more than are kept; `signed`: whether the signature fits one of the bot's secrets and
 * the raw bytes.
 */
export interface RequestBody {
  readonly kind: "body";
  readonly bytes: Buffer | null;
  readonly signed: boolean;
}

export const refusedRequest = (status: RefusedRequest["status"], why: string): RefusedRequest => ({
  kind: "refused",
  status,
  why,
});

/** Reads a body to its end or to a limit. Never rejects. */
export function readBody(
  request: IncomingMessage,
  signature: string,
  secrets: readonly string[],
  { largest, kept, ms, unverified, flow }: BodyBounds,
): Promise<RequestBody | RefusedRequest> {
  const promised = Number(request.headers["content-length"]);
  if (promised > largest) return Promise.resolve(tooLarge(largest));
  const hmacs = secrets.map((secret) => createHmac("sha256", secret));
  const body = heldBody(promised > kept ? 0 : kept, unverified);
  const pauses = pausesOf(request, flow);
  // Listeners and a timer instead of an iterator and an abort signal: those took a quarter of a webhook's time.
  return new Promise((resolve) => {
    const end = (found: RequestBody | RefusedRequest): void => {
      clearTimeout(late);
      pauses.end();
      request.off("data", take);
      body.release();
      resolve(found);
    };
    const take = (part: Buffer): void => {
      const isHeld = body.add(part);
      for (const hmac of hmacs) hmac.update(part);
      if (body.received() > largest) end(tooLarge(largest));
      else if (!isHeld) end(refusedRequest(503, "too much comes at once: send it again"));
      else pauses.after(part.length, body.received());
    };
    const late = setTimeout(() => end(refusedRequest(408, `the body did not come within ${ms} ms`)), ms);
    request.on("data", take);
    request.once("end", () => end({ kind: "body", bytes: body.bytes(), signed: isSigned(signature, hmacs) }));
    request.once("error", (error) => end(refusedRequest(400, `the body broke off: ${String(error)}`)));
  });
}

/** Reads no faster than the flow. A usual webhook comes in one part, and waits for nobody's. */
function pausesOf(request: IncomingMessage, flow: ByteFlow) {
  let timer: NodeJS.Timeout | undefined;
  return {
    after: (bytes: number, received: number): void => {
      const wait = received > bytes ? flow.pass(bytes) : 0;
      if (wait === 0) return;
      request.pause();
      timer = setTimeout(() => request.resume(), wait);
    },
    end: (): void => {
      clearTimeout(timer);
      request.resume();
    },
  };
}

function tooLarge(largest: number): RefusedRequest {
  return refusedRequest(413, `the body is larger than ${largest} bytes`);
}

/** Compares in constant time. */
function isSigned(signature: string, hmacs: readonly Hmac[]): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (given === undefined) return false;
  const bytes = Buffer.from(given, "hex");
  return hmacs.map((hmac) => timingSafeEqual(bytes, hmac.digest())).includes(true);
}
