/** Sets reactions and status labels on an issue; all functions are idempotent. */
import type { Api } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { Reaction, ReactionTarget } from "#ports/github-types.ts";
import type { IssueOfRepository } from "./issue-now.ts";

/** As `GitHub.react`. One request; GitHub answers 200 where the reaction exists already. */
export async function reactTo(
  api: Api,
  { owner, repo, issue }: IssueOfRepository,
  target: ReactionTarget,
  content: Reaction,
): Promise<boolean> {
  const { reactions } = api.rest;
  const { status } = await askGitHub<{ readonly status: number }>(() =>
    target.kind === "comment"
      ? reactions.createForIssueComment({ owner, repo, comment_id: target.id, content })
      : reactions.createForIssue({
          owner,
          repo,
          issue_number: target.kind === "pull" ? target.number : issue,
          content,
        }),
  );
  return status === 201;
}

/**
 * As `GitHub.relabel`. At most two requests, none where there is nothing to do. A label that is gone already is fine.
 */
export async function relabelIssue(
  api: Api,
  { owner, repo, issue }: IssueOfRepository,
  from: string | null,
  to: string | null,
): Promise<void> {
  const at = { owner, repo, issue_number: issue };
  if (from !== null && from !== to) await askGitHubOrNull(() => api.rest.issues.removeLabel({ ...at, name: from }));
  if (to !== null) await askGitHub(() => api.rest.issues.addLabels({ ...at, labels: [to] }));
}
