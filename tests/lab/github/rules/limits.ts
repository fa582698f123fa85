/** How much GitHub takes and gives at once: the length of a text, the size of a page. */
import { type Answer, invalid } from "./answer.ts";

/** In characters (F19). */
const LONGEST = 65_536;

/** What a text stands in. */
export type Texted = "Issue" | "IssueComment" | "PullRequest" | "PullRequestReviewComment";

/** 422 for a body that is too long; null for one that fits, and for none. For comments GitHub has other words. */
export function refusedLength(body: unknown, resource: Texted): Answer | null {
  if (typeof body !== "string" || body.length <= LONGEST) return null;
  const said = `ody is too long (maximum is ${LONGEST} characters)`;
  return resource === "Issue" || resource === "PullRequest"
    ? invalid({ resource, field: "body", code: "custom", message: `b${said}` })
    : invalid({ resource, field: "data", code: "unprocessable", message: `B${said}` });
}

/** How many entries a page has where the query does not say, and at most. */
const USUAL = { usual: 30, most: 100 };

/** https://docs.github.com/rest/actions/variables#list-repository-variables */
export const OF_VARIABLES = { usual: 10, most: 30 };

/** The size of a page that a query asks for. What is no number from 1 upwards counts as not said. */
export function pageSize(query: URLSearchParams, { usual, most } = USUAL): number {
  return Math.min(wholeFrom(query.get("per_page")) ?? usual, most);
}

/** The page of a list that a query asks for: the first where it does not say. */
export function pageOf<T>(query: URLSearchParams, all: readonly T[], sizes = USUAL): readonly T[] {
  const size = pageSize(query, sizes);
  const from = ((wholeFrom(query.get("page")) ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

function wholeFrom(text: string | null): number | null {
  return text !== null && /^0*[1-9]\d*$/.test(text) ? Number(text) : null;
}
