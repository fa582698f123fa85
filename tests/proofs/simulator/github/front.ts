/** The line to the simulated GitHub: `fetch` as clients take it, with the faults that a line and a busy GitHub have. */
import { answer, type Sent } from "./answer.ts";
import type { Asked } from "./call.ts";
import { Reply } from "./reply.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

/**
 * What goes wrong with one request. `drop`: it never arrives. `applied_lost`: it arrives and is carried out, and its answer is lost. `late`: its
 * sender gives it up, and it is carried out once it is let through (`underway`). `status`: it is not carried out and answered so. `stale_list`:
 * what lists answer, over REST or GraphQL, is as it was `lag` milliseconds ago.
 */
export type Fault =
  | { readonly kind: "drop" }
  | { readonly kind: "applied_lost" }
  | { readonly kind: "late" }
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly kind: "stale_list"; readonly lag: number };

/** Asked for each request, in the order in which they are sent; null lets it pass. */
export type FaultFor = (asked: Asked) => Fault | null;

/** One request as it came out. `status`: null where no answer came back. `applied`: GitHub did as it was asked. */
export interface Line {
  readonly at: number;
  readonly by: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number | null;
  readonly applied: boolean;
  readonly fault: Fault["kind"] | null;
}

export interface Front {
  /** Requests of this actor's. */
  readonly fetchFor: (actor: Actor) => typeof fetch;
  /** All requests so far, in their order. */
  readonly lines: readonly Line[];
  /** Requests that were given up and have not arrived: each arrives when it is called. Take out what you call. */
  readonly underway: (() => void)[];
  /** Requests that are not served, and mistakes of the stand-in: clients take them for lost connections, so look here. */
  readonly failures: readonly unknown[];
}

export function frontOf(state: State, faultFor: FaultFor): Front {
  const lines: Line[] = [];
  const failures: unknown[] = [];
  const underway: (() => void)[] = [];
  const take = (asked: Asked, search: string): Sent => {
    const fault = faultFor(asked);
    const note = (status: number | null, applied: boolean): void => {
      const { method, path, actor } = asked;
      lines.push({ at: state.now(), by: actor.login, method, path: `${path}${search}`, status, applied, fault: fault?.kind ?? null });
    };
    switch (fault?.kind) {
      case "drop":
        note(null, false);
        throw lost();
      case "late":
        underway.push(() => note(null, answer(state, asked).status < 300));
        throw lost();
      case "applied_lost":
        note(null, answer(state, asked).status < 300);
        throw lost();
      case "status":
        note(fault.status, false);
        return refusalOf(fault);
      case "stale_list":
      case undefined: {
        const sent = answer(state, asked, fault === null ? null : state.now() - fault.lag);
        note(sent.status, sent.status < 300);
        return sent;
      }
    }
  };
  const fetchFor = (actor: Actor): typeof fetch => {
    const send: typeof fetch = async (input, init) => {
      init?.signal?.throwIfAborted();
      const url = new URL(input instanceof Request ? input.url : input);
      try {
        return await followed(new Reply(url.href, take(askedOf(url, init, actor), url.search)), init, send);
      } catch (error) {
        if (!isLoss(error)) failures.push(error);
        throw error;
      }
    };
    return send;
  };
  return { fetchFor, lines, underway, failures };
}

const LOST = "fetch failed";

/** As Node's `fetch` tells it. */
function lost(): TypeError {
  return new TypeError(LOST, { cause: new Error("other side closed") });
}

function isLoss(error: unknown): boolean {
  return error instanceof TypeError && error.message === LOST;
}

function refusalOf({ status, headers = {}, body }: Extract<Fault, { kind: "status" }>): Sent {
  const text = body === undefined ? JSON.stringify({ message: `status ${status}` }) : JSON.stringify(body);
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body: text };
}

function askedOf(url: URL, init: RequestInit | undefined, actor: Actor): Asked {
  const headers = Object.fromEntries(Object.entries(init?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const body: unknown = typeof init?.body === "string" && init.body !== "" ? JSON.parse(init.body) : undefined;
  return { method: init?.method ?? "GET", path: url.pathname, query: url.searchParams, headers, body, actor };
}

/** A redirection is followed, with GET, unless it is asked not to be. */
async function followed(reply: Reply, init: RequestInit | undefined, follow: typeof fetch): Promise<Response> {
  const to = reply.headers.get("location");
  return reply.status === 301 && to !== null && init?.redirect !== "manual" ? follow(to) : reply;
}
