/** One question that both GitHubs are asked, and the rule's answer to it. */
import { type By, type Given, REPOSITORY, type Said } from "./side.ts";

export interface Case extends Said {
  /** A sentence: who asks for what. */
  readonly asks: string;
  readonly by: By;
  readonly request: (given: Given) => Wish;
}

type Wish = readonly [method: string, path: string, body?: unknown];

/** A question about the repository; the path stands below it. */
export function ask(asks: string, by: By, request: Case["request"], [status, says = null, length]: Expected): Case {
  const below = (given: Given): Wish => {
    const [method, path, body] = request(given);
    return [method, path === "/graphql" ? path : `${REPOSITORY}${path}`, body];
  };
  return { asks, by, request: below, status, says, ...(length !== undefined && { length }) };
}

type Expected = readonly [status: number, says?: string | null, length?: number];

/** A token of the App that may nothing but what every token may. */
export const NOTHING: By = { metadata: "read" };

export const NOT_FOUND = [404, "Not Found"] as const;
export const NO_RIGHTS = [403, "Resource not accessible by integration"] as const;
