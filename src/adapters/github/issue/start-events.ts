/** Finds out who asked for a run, from an issue's events: who set a label on it, or assigned it to our App. */
import type { Api } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { readLastPages } from "#adapters/github/client/last-pages.ts";
import { isSameLabel, isSameLogin } from "#core/commands/intent.ts";
import type { Attribution } from "#ports/github-comments.ts";
import type { CommentReaderOptions } from "./comment-now.ts";
import { hasFinalReaction } from "./final-reactions.ts";

const PAGE = 100;

type IssueEvents = Awaited<ReturnType<Api["rest"]["issues"]["listEvents"]>>["data"];
type Account = Readonly<Attribution["by"]>;

/** As `GitHub.labelled`. */
export function labelledBy(api: Api, options: CommentReaderOptions, label: string): Promise<Attribution | null> {
  return lastOf(api, options, (one) =>
    one.event === "labeled" && "label" in one && isSameLabel(one.label?.name ?? "", label) ? one.actor : null,
  );
}

/** As `GitHub.assigned`. GitHub names as `actor` of such an event now the one, now the other account. */
export function assignedBy(api: Api, options: CommentReaderOptions, login: string): Promise<Attribution | null> {
  return lastOf(api, options, (one) =>
    one.event === "assigned" && "assigner" in one && isSameLogin(one.assignee?.login ?? "", login)
      ? one.assigner
      : null,
  );
}

/**
 * The last event that `doerOf` names an account of. Four requests at most: the issue's reactions, and of its events the
 * first hundred and the newest two pages.
 */
async function lastOf(
  api: Api,
  { owner, repo, issue, isOurs }: CommentReaderOptions,
  doerOf: (one: IssueEvents[number]) => Account | null | undefined,
): Promise<Attribution | null> {
  const at = { owner, repo, issue_number: issue, per_page: PAGE };
  const { data: reactions } = await askGitHub(() => api.rest.reactions.listForIssue(at));
  if (hasFinalReaction(reactions, isOurs)) return null;
  const events = await readLastPages((page) => api.rest.issues.listEvents({ ...at, page }));
  const found = events.flatMap((one) => {
    const doer = doerOf(one);
    return doer == null ? [] : [{ one, doer }];
  });
  const last = found.at(-1);
  if (last === undefined) return null;
  const { id, login, type } = last.doer;
  return {
    by: { id, login, type },
    at: Date.parse(last.one.created_at),
    throughApp: last.one.performed_via_github_app != null,
  };
}
