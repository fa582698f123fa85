/** Conditional requests: a GET whose answer did not change is answered 304. */
import { createHash } from "node:crypto";
import type { Ask } from "./lab.ts";
import type { Answer } from "./rules/answer.ts";

/** Adds the `ETag`, and takes the body away where the asker has it already. */
export function conditional({ method, headers }: Pick<Ask, "method" | "headers">, answer: Answer): Answer {
  if (method !== "GET" || answer.status !== 200 || answer.headers?.["etag"] !== undefined) return answer;
  const etag = `W/"${createHash("sha256").update(JSON.stringify(answer.body)).digest("hex")}"`;
  const tagged = { ...answer.headers, etag };
  return headers["if-none-match"] === etag ? { status: 304, headers: tagged } : { ...answer, headers: tagged };
}
