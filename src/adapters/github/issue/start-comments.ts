/** Lists the newest comments of a repository that ask for a run and had no answer yet: their webhooks may be lost. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { findCommand } from "#core/commands/find-command.ts";
import { FINAL_REACTIONS } from "./final-reactions.ts";

/** A `/loop` on an issue. `at`: when it was written, in milliseconds. */
export interface StartComment {
  readonly issue: number;
  readonly at: number;
}

const NEWEST = { sort: "updated", direction: "desc", per_page: 100 } as const;

type Comment = Awaited<ReturnType<Api["rest"]["issues"]["listCommentsForRepo"]>>["data"][number];

/**
 * Of the hundred comments that moved last. One conditional request; remembers the last answer as long as it lives.
 * Throws `Failure("github")`.
 */
export function startComments({ owner, repo }: RepositoryLocation): (api: Api) => Promise<readonly StartComment[]> {
  const read = conditionalGet((found: readonly Comment[]) => found.flatMap(startIn));
  return async (api) =>
    (await read("comments", (headers) => api.rest.issues.listCommentsForRepo({ owner, repo, ...NEWEST, headers }))) ??
    [];
}

/** Pull requests are none of ours before they have a run; an edited comment asks for nothing. */
function startIn({ body, user, reactions, issue_url, html_url, created_at, updated_at }: Comment): StartComment[] {
  const [, digits] = /\/issues\/([1-9]\d{0,9})$/.exec(issue_url) ?? [];
  const isAsked =
    user?.type === "User" && created_at === updated_at && findCommand(body ?? "")?.command.kind === "start";
  const isAnswered = reactions !== undefined && FINAL_REACTIONS.some((last) => reactions[last] > 0);
  return digits === undefined || !isAsked || isAnswered || html_url.includes("/pull/")
    ? []
    : [{ issue: Number(digits), at: Date.parse(created_at) }];
}
