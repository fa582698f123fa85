/** Finds out who set a label on an issue, from its events. */
import type { Api } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { readLastPages } from "#adapters/github/client/last-pages.ts";
import type { Attribution } from "#ports/github-comments.ts";
import type { CommentReaderOptions } from "./comment-now.ts";
import { hasFinalReaction } from "./final-reactions.ts";

const PAGE = 100;

/**
 * As `GitHub.labelled`. Four requests at most: the issue's reactions, and of its events the first hundred and the
 * newest two pages.
 */
export async function labelledBy(
  api: Api,
  { owner, repo, issue, isOurs }: CommentReaderOptions,
  label: string,
): Promise<Attribution | null> {
  const at = { owner, repo, issue_number: issue, per_page: PAGE };
  const { data: reactions } = await askGitHub(() => api.rest.reactions.listForIssue(at));
  if (hasFinalReaction(reactions, isOurs)) return null;
  const events = await readLastPages((page) => api.rest.issues.listEvents({ ...at, page }));
  const found = events.filter(
    (one) => one.event === "labeled" && "label" in one && one.label?.name?.toLowerCase() === label.toLowerCase(),
  );
  const last = found.at(-1);
  if (last?.actor == null) return null;
  const { id, login, type } = last.actor;
  return {
    by: { id, login, type },
    at: Date.parse(last.created_at),
    throughApp: last.performed_via_github_app != null,
  };
}
