/** Opens the pull request of a branch, or takes over the open one that an App left there. */
import { type Api, NO_RETRY } from "#adapters/github/client/api.ts";
import { type ApiError, apiErrorOf } from "#adapters/github/client/api-error.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { Failure } from "#ports/failure.ts";
import type { NotPublished, Publication } from "#ports/publisher.ts";
import type { BaseBranch } from "./branch-head.ts";
import { type Opened, type PullRequestPlace, showPullRequest } from "./show-pull-request.ts";

/**
 * Takes over the open pull request from this branch of this very repository: a fork may have a branch of the same name.
 * A pull request of an App is ours, perhaps of an earlier publication whose job died, so it is updated; a person's is
 * left to that person.
 */
export async function adoptPullRequest(
  api: Api,
  options: PullRequestPlace,
  publication: Publication,
): Promise<Opened | NotPublished | null> {
  const { branch } = publication;
  const { data } = await askGitHub(() => listPullRequests(api, options, publication), options);
  const found = pullRequestIn(data, options, publication);
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

type Listed = Awaited<ReturnType<Api["rest"]["pulls"]["list"]>>["data"];

/** One request. `headers`: the ETag of an answer before. */
export function listPullRequests(
  api: Api,
  { owner, repo }: BaseBranch,
  { branch, base }: Publication,
  headers: Readonly<Record<string, string>> = {},
) {
  const head = `${owner}:${branch}`;
  return api.rest.pulls.list({ owner, repo, state: "open", head, base, per_page: 100, headers });
}

/** That of the branch in this very repository. GitHub's types hide it, but the repository of a deleted fork is null. */
export function pullRequestIn(
  listed: Listed,
  { owner, repo }: BaseBranch,
  { branch }: Publication,
): Listed[number] | undefined {
  const here = `${owner}/${repo}`.toLowerCase();
  return listed.find(
    ({ head }) => head.ref === branch && (head.repo as typeof head.repo | null)?.full_name.toLowerCase() === here,
  );
}

/** Opens the pull request. Not idempotent: the caller looks first. Throws `Failure("github")`. */
export async function openPullRequest(
  api: Api,
  options: PullRequestPlace,
  publication: Publication,
): Promise<Opened | NotPublished> {
  const { owner, repo } = options;
  const { title, body, branch, base, draft } = publication;
  const advice = (refusal: ApiError): string | null =>
    refusal.status === 422
      ? `the branches ${branch} and ${base} must both be there, and ${branch} must have a commit that ${base} has not`
      : options.adviceFor(refusal);
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
