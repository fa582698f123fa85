/**
 * The entry of webhooks: it parses no body before the signature proves that GitHub sent it, and refuses requests that
 * are ambiguous.
 */
import type { IncomingMessage } from "node:http";
import { webhookName } from "#hub/task.ts";
import { type BodyBounds, type RefusedRequest, readBody, refusedRequest } from "./body.ts";
import { byteFlowOf } from "./byte-flow.ts";
import { byteBudgetOf } from "./held-body.ts";
import { type Answer, type Broken, broken, say } from "./http-answer.ts";
import { repeatedKey } from "./repeated-key.ts";

/** The path of webhooks. */
const HOOKS = "/api/github/webhooks";

/**
 * GitHub sends 25 MB at most (https://docs.github.com/webhooks, "Payload cap") and gives up after ten seconds. The bot
 * needs of it an issue and a comment of 64 Ki characters each, written with six bytes a character at worst: beyond 5
 * MiB it is no event that the bot handles.
 */
const BOUNDS: Omit<BodyBounds, "unverified" | "flow"> = { largest: 26 * 1024 ** 2, kept: 5 * 1024 ** 2, ms: 10_000 };

/** Bytes that unsigned senders can make the bot hold, all of them together: a thousand usual webhooks at once. */
const UNVERIFIED = 32 * 1024 ** 2;

/**
 * Bytes a second that are read of bodies which come in many parts. Memory of what was read is given back only now and
 * then: without this bound, senders who never end made a bot take 300 MB of it.
 */
const FLOW = 64 * 1024 ** 2;

/** A webhook that GitHub signed. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/**
 * `events`: the events that the bot handles, such as `issues.labeled`, or `status`, which has no action. `ignored`:
 * counts the others; `warn`: one line for each webhook that is refused.
 */
export interface Ingress {
  readonly secrets: readonly string[];
  readonly events: readonly string[];
  readonly receive: (hook: Webhook) => Promise<void>;
  readonly ignored: () => void;
  readonly warn: (line: string) => void;
}

/** Answers webhooks; false for every other page. Never rejects. */
export function ingressOf(
  ingress: Ingress,
  bounds: BodyBounds = { ...BOUNDS, unverified: byteBudgetOf(UNVERIFIED), flow: byteFlowOf(FLOW) },
): Answer {
  return async (request, response) => {
    if (!isWebhook(request)) return false;
    const headers = headersOf(request);
    const found =
      headers.kind === "refused" ? headers : await taken(request, headers, { ingress, bounds }).catch(broken);
    if (found === null) say(response, 200, "ok");
    else {
      ingress.warn(`webhook ${headers.kind === "refused" ? "" : headers.id} was refused: ${found.why}`);
      say(response, found.status, found.why, request);
    }
    return true;
  };
}

/** Whether the request is for the path of webhooks; a slash at the end or a query makes no difference. */
export function isWebhook({ url = "" }: Pick<IncomingMessage, "url">): boolean {
  return url.split("?", 1)[0]?.replace(/\/$/, "") === HOOKS;
}

interface Headers {
  readonly kind: "headers";
  readonly id: string;
  readonly name: string;
  readonly signature: string;
}

/** A header that came twice has no single value: the request is refused. */
function headersOf({ method, headers }: IncomingMessage): Headers | RefusedRequest {
  if (method !== "POST") return refusedRequest(404, "webhooks are sent by POST");
  if (!/^application\/json *(;|$)/.test(headers["content-type"] ?? ""))
    return refusedRequest(415, "the content type must be application/json");
  const [id, name, signature] = ["x-github-delivery", "x-github-event", "x-hub-signature-256"].map(
    (header) => headers[header],
  );
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id))
    return refusedRequest(400, "x-github-delivery is missing, or no id");
  if (typeof name !== "string" || !/^\w{1,100}$/.test(name))
    return refusedRequest(400, "x-github-event is missing, or no name");
  if (typeof signature !== "string") return refusedRequest(400, "x-hub-signature-256 is missing");
  return { kind: "headers", id, name, signature };
}

interface Given {
  readonly ingress: Ingress;
  readonly bounds: BodyBounds;
}

/** Gives null when the webhook was taken, or is of an event that the bot does not handle. */
async function taken(
  request: IncomingMessage,
  { id, name, signature }: Headers,
  { ingress, bounds }: Given,
): Promise<RefusedRequest | null | Broken> {
  const body = await readBody(request, signature, ingress.secrets, bounds);
  if (body.kind === "refused") return body;
  if (!body.signed) return refusedRequest(400, "the signature is not that of the body and our secret");
  if (!ingress.events.some((event) => event.split(".")[0] === name)) return ignore(ingress);
  if (body.bytes === null) return refusedRequest(413, `an event of ours has at most ${bounds.kept} bytes`);
  const payload = payloadOf(body.bytes.toString());
  if (typeof payload === "string") return refusedRequest(400, payload);
  if (!ingress.events.includes(webhookName(name, payload))) return ignore(ingress);
  return ingress.receive({ id, name, payload }).then(() => null, broken);
}

function ignore({ ignored }: Ingress): null {
  ignored();
  return null;
}

/** Gives the payload, or the reason why it is refused. */
function payloadOf(text: string): object | string {
  const payload = parsed(text);
  if (typeof payload !== "object" || payload === null) return "the body is no JSON object";
  // What becomes a name later must be a text now: of an object nobody knows what it would become.
  if ("action" in payload && typeof payload.action !== "string") return "the action is no text";
  const key = repeatedKey(text, payload);
  return key === null ? payload : `the body has the key ${JSON.stringify(key.slice(0, 50))} twice in one object`;
}

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
