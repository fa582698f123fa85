/** Port `Press` over the API: one pull request for a branch, and the heads of branches as they are now. */
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import { type ApiError, apiErrorOf } from "#adapters/github/client/api-error.ts";
import { createOnce } from "#adapters/github/client/create-once.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { createCheckRun } from "#adapters/github/workflow/check-run.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { NotPublished, Publication, Publisher } from "#ports/publisher.ts";

export interface GitHubPublisherOptions extends RepositoryLocation {
  /** Name of the branch that pull requests go to. */
  readonly base: string;
  readonly clock: Clock;
}

/** A pull request as `publish` gives it. */
interface Opened {
  readonly number: number;
  readonly url: string;
  /** The head of its branch, as GitHub answered. */
  readonly head: string;
  /** The commit of its base branch, as GitHub answered. */
  readonly base: string;
}

/** `publish` asks twice when all is well, three times where the pull request is there from an earlier round; `certify` and `baseNow` once. A branch that is not where it was verified is not shown. A second pull request of a branch is refused by GitHub itself. Throws `Failure("github")`. */
export function githubPublisher(api: Api, options: GitHubPublisherOptions): Publisher {
  return {
    async publish(publication, objection = async () => null) {
      if (publication.number !== null) return show(api, options, { ...publication, number: publication.number });
      return createOnce(options.clock, {
        find: () => adopt(api, options, publication),
        // Asked before each send: somebody may have pushed while the one before was given up.
        send: async () => (await strayed(api, options, publication, objection)) ?? open(api, options, publication),
        firstTry: true,
        pendingSince: null,
      });
    },
    certify: (certificate) => createCheckRun(api, options, certificate),
    baseNow: () => headOf(api, options, options.base),
  };
}

/** Milliseconds after which an answer tells of then and not of now, and how often it is asked for at most. */
const OLD = 1_000;
const ASKED = 3;

/** Why the branch is not where it was verified, or must not be shown any more; null where it may. Over an old answer we may have stood still. */
async function strayed(
  api: Api,
  options: GitHubPublisherOptions,
  { branch, head }: Publication,
  objection: () => Promise<string | null>,
): Promise<NotPublished | null> {
  for (let asked = 0; asked < ASKED; asked++) {
    const began = options.clock.now();
    const now = await headOf(api, options, branch);
    if (now !== head)
      return { reason: `${branch} points at ${now}, not at the verified ${head}: somebody else wrote to it, and nothing is opened` };
    if (options.clock.now() - began <= OLD) break;
    const reason = await objection();
    if (reason !== null) return { reason };
  }
  return null;
}

/** REST cannot do it (https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview). Safe to repeat. */
const READY = "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }";

/** The pull request that is there already: its head has moved with the branch, and its text is made to tell of the new head. What GitHub shows of its base is as old as its head. */
async function show(
  api: Api,
  options: GitHubPublisherOptions,
  publication: Publication & { readonly number: number },
): Promise<Opened | NotPublished> {
  const { owner, repo } = options;
  const { number: pull_number, branch, head, body, title } = publication;
  const { data: now } = await askGitHub(() => api.rest.pulls.get({ owner, repo, pull_number }));
  if (now.merged) return { reason: `pull request #${pull_number} was merged` };
  if (now.state !== "open") return { reason: `pull request #${pull_number} was closed` };
  if (now.head.ref !== branch || now.head.sha !== head)
    return { reason: `pull request #${pull_number} shows ${now.head.sha}, not the verified ${head}: somebody else wrote to ${branch}` };
  if (now.draft === true && !publication.draft) await askGitHub(() => api.graphql(READY, { id: now.node_id }));
  const text = now.title === publication.titled ? { title, body } : { body };
  const { data: seen } = await askGitHub(() => api.rest.pulls.update({ owner, repo, pull_number, ...text }));
  return { number: pull_number, url: seen.html_url, head: seen.head.sha, base: await headOf(api, options, options.base) };
}

/**
 * The open pull request from this branch of this very repository: a fork may have a branch of the same name. It is ours where an App opened
 * it, and may be what a press that died left of another publication, so it is made to show this one; else whoever opened it has it in hand (OUT-14).
 */
async function adopt(api: Api, options: GitHubPublisherOptions, publication: Publication): Promise<Opened | NotPublished | null> {
  const { owner, repo } = options;
  const { branch, base } = publication;
  const request = () => api.rest.pulls.list({ owner, repo, state: "open", head: `${owner}:${branch}`, base, per_page: 100 });
  const { data } = await askGitHub(request);
  const here = `${owner}/${repo}`.toLowerCase();
  // GitHub's types hide it, but the repository of a deleted fork is null.
  const found = data.find(
    (one) => one.head.ref === branch && (one.head.repo as typeof one.head.repo | null)?.full_name.toLowerCase() === here,
  );
  if (found === undefined) return null;
  const { number, user } = found;
  if (user === null || !isApp(user))
    return {
      reason: `pull request #${number} of ${branch} was opened by ${user?.login ?? "somebody who is gone"}, not by Loopwright: close it, and resume the run`,
    };
  return show(api, options, { ...publication, number });
}

async function open(api: Api, options: GitHubPublisherOptions, publication: Publication): Promise<Opened | NotPublished> {
  const { owner, repo } = options;
  const { title, body, branch, base, draft } = publication;
  const advice = ({ status }: ApiError): string | null =>
    status === 422 ? `the branches ${branch} and ${base} must both be there, and ${branch} must have a commit that ${base} has not` : null;
  const create = () => api.rest.pulls.create({ owner, repo, title, body, head: branch, base, ...(draft && { draft }), ...NO_RETRY });
  const made = await askGitHub(() => create().catch(nullWhereItIsThere), { adviceFor: advice });
  if (made !== null) return { number: made.data.number, url: made.data.html_url, head: made.data.head.sha, base: made.data.base.sha };
  const found = await adopt(api, options, publication);
  if (found !== null) return found;
  const message = `${owner}/${repo}: GitHub says that a pull request of ${branch} to ${base} is there and does not show it: try again`;
  throw new Failure("github", message, { retryable: true });
}

/** Somebody was faster than our look, or GitHub's list was behind. */
function nullWhereItIsThere(error: unknown): null {
  const refusal = apiErrorOf(error);
  if (refusal?.status === 422 && /pull request already exists/i.test(refusal.message)) return null;
  throw error;
}

/** The commit that a branch points at. */
async function headOf(api: Api, { owner, repo }: RepositoryLocation, branch: string): Promise<string> {
  const advice = ({ status }: ApiError): string | null =>
    status === 404 ? `there is no branch ${branch} in ${owner}/${repo} any more: it was deleted or renamed` : null;
  const { data } = await askGitHub(() => api.rest.git.getRef({ owner, repo, ref: `heads/${branch}` }), { adviceFor: advice });
  return data.object.sha;
}
