/** Updates an existing pull request: it shows the verified head and gets the new text. */
import type { Api } from "#adapters/github/client/api.ts";
import { type AskOptions, askGitHub } from "#adapters/github/client/github-request.ts";
import type { NotPublished, Publication } from "#ports/publisher.ts";
import { type BaseBranch, branchHeadOf } from "./branch-head.ts";

/** Where the pull request is, and what to do where GitHub refuses whoever asks. */
export interface PullRequestPlace extends BaseBranch {
  readonly adviceFor: NonNullable<AskOptions["adviceFor"]>;
}

/** A pull request as `publish` returns it. */
export interface Opened {
  readonly number: number;
  readonly url: string;
  /** The head of its branch, as GitHub answered. */
  readonly head: string;
  /** The commit of its base branch, as GitHub answered. */
  readonly base: string;
}

/**
 * REST cannot do it (https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview). Safe to
 * repeat.
 */
const READY =
  "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }";

/**
 * Updates the existing pull request: its head has moved with the branch, and its text must describe the new head.
 * GitHub's answer names an old commit of the base branch, so that one is read anew.
 */
export async function showPullRequest(
  api: Api,
  options: PullRequestPlace,
  publication: Publication & { readonly number: number },
): Promise<Opened | NotPublished> {
  const { owner, repo } = options;
  const { number: pull_number, branch, head, body, title } = publication;
  const { data: now } = await askGitHub(() => api.rest.pulls.get({ owner, repo, pull_number }), options);
  if (now.merged) return { reason: `pull request #${pull_number} was merged` };
  if (now.state !== "open") return { reason: `pull request #${pull_number} was closed` };
  if (now.head.ref !== branch || now.head.sha !== head)
    return {
      reason:
        `pull request #${pull_number} shows ${now.head.sha}, not the verified ${head}: ` +
        `somebody else wrote to ${branch}`,
    };
  if (now.draft === true && !publication.draft) await askGitHub(() => api.graphql(READY, { id: now.node_id }), options);
  const text = now.title === publication.titled ? { title, body } : { body };
  const { data: seen } = await askGitHub(() => api.rest.pulls.update({ owner, repo, pull_number, ...text }), options);
  return {
    number: pull_number,
    url: seen.html_url,
    head: seen.head.sha,
    base: await branchHeadOf(api, options, options.base),
  };
}
