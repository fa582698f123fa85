/** Asks the emulator what the gateway does not answer itself, as the actor that asked. */

import { jwtOf } from "./app.ts";
import type { Ask, Lab } from "./lab.ts";
import { withCounts } from "./reactions.ts";
import { roleOf } from "./repository.ts";
import { withPositions } from "./review-lines.ts";
import type { Answer } from "./rules/answer.ts";
import { reaches } from "./rules/role.ts";
import { editedBy, sameMoment } from "./same-moment.ts";
import type { Actor } from "./tokens.ts";

const KEPT = ["link", "location", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** The emulator's answer to the request. */
export async function forward(ask: Ask, lab: Lab): Promise<Answer> {
  const { state, edited } = lab;
  const body = permitted(ask);
  const response = await sent(`${state.address}${ask.path}${ask.query.size > 0 ? `?${ask.query}` : ""}`, {
    method: ask.method,
    headers: { ...authorization(ask.actor), "content-type": "application/json" },
    redirect: "manual",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const id = response.ok ? editedBy(ask) : null;
  if (id !== null) edited.add(id);
  const kept: Record<string, string> = Object.fromEntries(
    KEPT.flatMap((name) => [[name, response.headers.get(name) ?? ""]].filter(([, value]) => value !== "")),
  );
  const headers = { ...kept, ...counted(kept) };
  const status = statusOf(ask, response.status);
  if (text === "") return { status, headers };
  const answered = withCounts(JSON.parse(text, sameMoment(edited)), ask.path, lab);
  return { status, headers, body: response.ok ? answered : { documentation_url: "https://docs.github.com/rest", ...Object(answered) } };
}

/** The errors of a connection that the other side has closed. */
const CLOSED = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/**
 * The emulator closes a connection that was idle for five seconds, and on a slow machine the client uses it just then
 * (https://nodejs.org/api/http.html#serverkeepalivetimeout): nothing was read of such a request, and it is sent again.
 */
async function sent(url: string, how: RequestInit): Promise<Response> {
  try {
    return await fetch(url, how);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : null;
    if (!CLOSED.includes(String(Reflect.get(Object(cause), "code")))) throw new Error(`the emulator: ${String(cause)}`, { cause: error });
    return fetch(url, how);
  }
}

/** What GitHub says of a rate limit and the emulator does not (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api). */
function counted(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [limit, left] = ["limit", "remaining"].map((name) => Number(headers[`x-ratelimit-${name}`]));
  if (limit === undefined || left === undefined || Number.isNaN(limit - left)) return {};
  return { "x-ratelimit-used": String(limit - left), "x-ratelimit-resource": "core" };
}

/** Where the emulator tells what was made by another status than GitHub. */
const STATUSES: readonly { readonly path: RegExp; readonly said: number; readonly status: number }[] = [
  { path: /\/pulls\/\d+\/reviews$/, said: 201, status: 200 },
  { path: /\/issues\/\d+\/assignees$/, said: 200, status: 201 },
];

function statusOf({ method, path }: Ask, said: number): number {
  return STATUSES.find((one) => method === "POST" && one.said === said && one.path.test(path))?.status ?? said;
}

function authorization(actor: Actor): Readonly<Record<string, string>> {
  if (actor.kind === "anonymous") return {};
  return { authorization: `Bearer ${actor.kind === "app" ? jwtOf(actor.app) : actor.token}` };
}

/** What somebody without triage sets on an issue besides its text is silently dropped (https://docs.github.com/rest/issues/issues). */
function permitted(ask: Ask): unknown {
  const { method, path, actor, repository } = ask;
  const body = withPositions(ask);
  if (method === "GET") return undefined;
  // The emulator reads a body even where GitHub needs none.
  if (typeof body !== "object" || body === null) return method === "DELETE" ? body : (body ?? {});
  const issue = repository !== null && actor.kind === "user" && /^\/repos\/[^/]+\/[^/]+\/issues(\/\d+)?$/.test(path);
  if (!issue || reaches(roleOf(actor.login, repository), "triage")) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !["labels", "assignees", "milestone", "assignee"].includes(key)));
}
