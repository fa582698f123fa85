/** One request on its way to whoever answers it, and what answers have in common. */
import type * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { pageOf, pageSize } from "../../../lab/github/rules/limits.ts";
import { unprocessable } from "./refused.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

/** A request as it arrives. `path`: without host and query. Names of headers are in lower case. `body`: parsed; undefined where there is none. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly actor: Actor;
}

/** The same at its route. `parameters`: decoded, in the order of the path. `asOf`: the moment that lists are told of; null is now. */
export interface Call extends Asked {
  readonly state: State;
  readonly parameters: readonly string[];
  readonly asOf: number | null;
}

export type Handler = (call: Call) => Answer;

/** The parameter at a place of the path. */
export function parameter({ parameters }: Call, index = 0): string {
  return parameters[index] ?? "";
}

/** A number in the path; NaN where it is none, which nothing is known by. */
export function numberIn(call: Call, index = 0): number {
  return Number(parameter(call, index));
}

/** The body. Refuses another shape with 422. */
export function bodyOf<T>({ body }: Call, schema: z.ZodType<T>, resource: string): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unprocessable({ resource, code: "invalid", field: String(issue?.path[0] ?? "body"), message: issue?.message ?? "" });
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

/** One page of a list, as the query asks. */
export function paged<T>({ query }: Call, all: readonly T[]): readonly T[] {
  return pageOf(query, all);
}

/** The page of a list with what shows an entry, and where its last page is when there are more. */
export function listed<T>(call: Call, all: readonly T[], shown: (one: T) => unknown): Answer {
  const last = Math.ceil(all.length / pageSize(call.query));
  const body = paged(call, all).map((one) => shown(one));
  if (last <= 1) return ok(body);
  const query = new URLSearchParams(call.query);
  query.set("page", String(last));
  return { ...ok(body), headers: { link: `<https://api.github.example${call.path}?${query}>; rel="last"` } };
}

/** Whether something that changed at that moment is in a list that asks for what changed `since`. GitHub compares whole seconds. */
export function isSince({ query }: Call, updatedAt: number): boolean {
  const since = query.get("since");
  return since === null || Math.floor(updatedAt / 1000) >= Math.floor(Date.parse(since) / 1000);
}
