/** Where webhooks come in: nothing of a body is read before it is known to be GitHub's, and nothing that says two things at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { messageOf } from "#core/values/message-of.ts";
import { type BodyBounds, type RefusedRequest, readBody, refusedRequest } from "./body.ts";
import { repeatedKey } from "./repeated-key.ts";

/** Where webhooks come in. */
const HOOKS = "/api/github/webhooks";

/**
 * GitHub sends 25 MB at most (https://docs.github.com/webhooks, "Payload cap") and gives up after ten seconds. What is read of it has an
 * issue and a comment of 64 KiB characters each, written with six bytes a character at worst: beyond 5 MiB it is no event of ours.
 */
const BOUNDS: BodyBounds = { largest: 26 * 1024 ** 2, kept: 5 * 1024 ** 2, ms: 10_000 };

/** A webhook of GitHub's. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/** `events`: what is heard, as `issues.labeled`. `ignored`: counts what is not; `warn`: one line for each webhook that is refused. */
export interface Ingress {
  readonly secrets: readonly string[];
  readonly events: readonly string[];
  readonly receive: (hook: Webhook) => Promise<void>;
  readonly ignored: () => void;
  readonly warn: (line: string) => void;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Answers webhooks; false for every other page. Never rejects. */
export function ingressOf(ingress: Ingress, bounds: BodyBounds = BOUNDS): Answer {
  return async (request, response) => {
    if (!isWebhook(request)) return false;
    const headers = headersOf(request);
    const found = headers.kind === "refused" ? headers : await taken(request, headers, { ingress, bounds });
    if (found === null) say(response, 200, "ok");
    else {
      ingress.warn(`webhook ${headers.kind === "refused" ? "" : headers.id} was refused: ${found.why}`);
      say(response, found.status, found.why, request);
    }
    return true;
  };
}

/** Whether it comes in where webhooks do; a slash at the end, or a query, makes no other place of it. */
export function isWebhook({ url = "" }: Pick<IncomingMessage, "url">): boolean {
  return url.split("?", 1)[0]?.replace(/\/$/, "") === HOOKS;
}

interface Headers {
  readonly kind: "headers";
  readonly id: string;
  readonly name: string;
  readonly signature: string;
}

/** A header that came twice is one of two values, and neither of them. */
function headersOf({ method, headers }: IncomingMessage): Headers | RefusedRequest {
  if (method !== "POST") return refusedRequest(404, "webhooks are sent by POST");
  if (!/^application\/json *(;|$)/.test(headers["content-type"] ?? ""))
    return refusedRequest(415, "the content type must be application/json");
  const [id, name, signature] = ["x-github-delivery", "x-github-event", "x-hub-signature-256"].map((header) => headers[header]);
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) return refusedRequest(400, "x-github-delivery is missing, or no id");
  if (typeof name !== "string" || !/^\w{1,100}$/.test(name)) return refusedRequest(400, "x-github-event is missing, or no name");
  if (typeof signature !== "string") return refusedRequest(400, "x-hub-signature-256 is missing");
  return { kind: "headers", id, name, signature };
}

interface Given {
  readonly ingress: Ingress;
  readonly bounds: BodyBounds;
}

/** Null when it was taken, or is none of our business. */
async function taken(
  request: IncomingMessage,
  { id, name, signature }: Headers,
  { ingress, bounds }: Given,
): Promise<RefusedRequest | null | Broken> {
  const body = await readBody(request, signature, ingress.secrets, bounds);
  if (body.kind === "refused") return body;
  if (!body.signed) return refusedRequest(400, "the signature is not that of the body and our secret");
  if (!ingress.events.some((event) => event.startsWith(`${name}.`))) return ignore(ingress);
  if (body.bytes === null) return refusedRequest(413, `an event of ours has at most ${bounds.kept} bytes`);
  const payload = payloadOf(body.bytes.toString());
  if (typeof payload === "string") return refusedRequest(400, payload);
  if (!ingress.events.includes(`${name}.${String(Reflect.get(payload, "action"))}`)) return ignore(ingress);
  return ingress.receive({ id, name, payload }).then(() => null, broken);
}

function ignore({ ignored }: Ingress): null {
  ignored();
  return null;
}

/** The payload, or what is wrong with it. */
function payloadOf(text: string): object | string {
  const payload = parsed(text);
  if (typeof payload !== "object" || payload === null) return "the body is no JSON object";
  const key = repeatedKey(text, payload);
  return key === null ? payload : `the body has the key ${JSON.stringify(key.slice(0, 50))} twice in one object`;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Broken {
  readonly status: 500;
  readonly why: string;
}

/** GitHub shows it as not delivered, and a person can send it again. */
function broken(error: unknown): Broken {
  return { status: 500, why: messageOf(error) };
}

/** Milliseconds for a refused sender to read why, while the rest of what they send is thrown away. */
const FAREWELL = 1_000;

function say(response: ServerResponse, status: number, text: string, refusedOne?: IncomingMessage): void {
  const ends = refusedOne !== undefined && !refusedOne.complete;
  const body = `${text}\n`;
  // With its length a body travels in one piece with its head.
  const head = { "content-type": "text/plain", "content-length": Buffer.byteLength(body), ...(ends && { connection: "close" }) };
  response.writeHead(status, head).end(body);
  if (!ends) return;
  refusedOne.resume();
  setTimeout(() => refusedOne.destroy(), FAREWELL).unref();
}
