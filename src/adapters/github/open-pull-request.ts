/** Opens the pull request of a branch, or takes over the open one that an App left there. */
import { type Api, NO_RETRY } from "#adapters/github/client/api.ts";
import { type ApiError, apiErrorOf } from "#adapters/github/client/api-error.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { Failure } from "#ports/failure.ts";
import type { NotPublished, Publication } from "#ports/publisher.ts";
import type { BaseBranch } from "./branch-head.ts";
import { type Opened, showPullRequest } from "./show-pull-request.ts";

/**
 * Takes over the open pull request from this branch of this very repository: a fork may have a branch of the same name.
 * A pull request of an App is ours, perhaps of an earlier publication whose job died, so it is updated; a person's is
 * left to that person.
 */
export async function adoptPullRequest(
  api: Api,
  options: BaseBranch,
  publication: Publication,
): Promise<Opened | NotPublished | null> {
  const { owner, repo } = options;
  const { branch, base } = publication;
  const request = () =>
    api.rest.pulls.list({ owner, repo, state: "open", head: `${owner}:${branch}`, base, per_page: 100 });
  const { data } = await askGitHub(request);
  const here = `${owner}/${repo}`.toLowerCase();
  // GitHub's types hide it, but the repository of a deleted fork is null.
  const found = data.find(
    (one) =>
      one.head.ref === branch && (one.head.repo as typeof one.head.repo | null)?.full_name.toLowerCase() === here,
  );
  if (found === undefined) return null;
  const { number, user } = found;
  if (user === null || !isApp(user))
    return {
      reason:
        `pull request #${number} of ${branch} was opened by ${user?.login ?? "somebody who is gone"}, ` +
        "not by Loopwright: close it, and resume the run",
    };
  return showPullRequest(api, options, { ...publication, number });
}

/** Opens the pull request. Not idempotent: the caller looks first. Throws `Failure("github")`. */
export async function openPullRequest(
  api: Api,
  options: BaseBranch,
  publication: Publication,
): Promise<Opened | NotPublished> {
  const { owner, repo } = options;
  const { title, body, branch, base, draft } = publication;
  const advice = ({ status }: ApiError): string | null =>
    status === 422
      ? `the branches ${branch} and ${base} must both be there, and ${branch} must have a commit that ${base} has not`
      : null;
  const create = () =>
    api.rest.pulls.create({ owner, repo, title, body, head: branch, base, ...(draft && { draft }), ...NO_RETRY });
  const made = await askGitHub(() => create().catch(nullWhereItIsThere), { adviceFor: advice });
  if (made !== null)
    return { number: made.data.number, url: made.data.html_url, head: made.data.head.sha, base: made.data.base.sha };
  const found = await adoptPullRequest(api, options, publication);
  if (found !== null) return found;
  const message =
    `${owner}/${repo}: GitHub says that a pull request of ${branch} to ${base} is there ` +
    "and does not show it: try again";
  throw new Failure("github", message, { retryable: true });
}

/** Null where the pull request exists already: another process was faster, or GitHub's list was behind. */
function nullWhereItIsThere(error: unknown): null {
  const refusal = apiErrorOf(error);
  if (refusal?.status === 422 && /pull request already exists/i.test(refusal.message)) return null;
  throw error;
}
