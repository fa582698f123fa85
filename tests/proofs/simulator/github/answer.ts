/** One request answered, at the level of HTTP. */
import { hash } from "node:crypto";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import type { Asked } from "./call.ts";
import { Refused } from "./refused.ts";
import { routed } from "./routes.ts";
import type { State } from "./state.ts";

/** As it goes over the wire. `body`: empty where there is none. */
export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" } as const;

/**
 * GitHub's answer. Changes the state as GitHub would, and nothing else; the same request on the same state at the same moment gives the same
 * answer. `asOf`: the moment that lists are told of, in milliseconds; null for now. Throws an `Error` for a request that is not served.
 */
export function answer(state: State, asked: Asked, asOf: number | null = null): Sent {
  try {
    return sent(asked, routed(state, asked, asOf));
  } catch (error) {
    if (error instanceof Refused) return sent(asked, error.answer);
    throw error;
  }
}

/** A text goes as it is, all else as JSON. Whoever has the same already gets 304 and no body. */
function sent({ method, headers: asked }: Asked, { status, headers = {}, body }: Answer): Sent {
  if (body === undefined) return { status, headers, body: "" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const whole = { status, headers: { ...JSON_TYPE, ...headers }, body: text };
  return method === "GET" && status === 200 ? conditional(whole, asked["if-none-match"]) : whole;
}

function conditional(whole: Sent, seen: string | undefined): Sent {
  const { etag = `W/"${hash("sha1", whole.body)}"` }: Asked["headers"] = whole.headers;
  const tagged = { ...whole.headers, etag };
  return seen === etag ? { status: 304, headers: tagged, body: "" } : { ...whole, headers: tagged };
}
