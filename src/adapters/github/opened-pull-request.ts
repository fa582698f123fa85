/** Looks whether another process of ours has opened a pull request, as often as needed. */
import type { Api } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import type { Publisher } from "#ports/publisher.ts";
import type { BaseBranch } from "./branch-head.ts";
import { listPullRequests, pullRequestIn } from "./open-pull-request.ts";

/** As `Publisher.opened`: one request, which GitHub does not count where the list is the same as before. */
export function openedPullRequests(api: Api, options: BaseBranch): Publisher["opened"] {
  const lists = conditionalGet((listed: Awaited<ReturnType<typeof listPullRequests>>["data"]) => listed);
  return async (publication) => {
    const { branch, head } = publication;
    const listed = await lists(branch, (headers) => listPullRequests(api, options, publication, headers));
    const found = pullRequestIn(listed ?? [], options, publication);
    if (found === undefined || found.user === null || !isApp(found.user)) return null;
    if (found.draft === true || found.head.sha !== head) return null;
    return { number: found.number, url: found.html_url, head, base: found.base.sha };
  };
}
