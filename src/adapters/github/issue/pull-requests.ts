/** Reads the state of a pull request and the lines of a review, and answers in its threads. */
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { createOnce } from "#adapters/github/client/create-once.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { MAX_THREADS, type ReviewThread } from "#core/events/data/pull-request-comment.ts";
import type { PullRequestState } from "#core/run/pull-request-state.ts";
import type { ThreadReply } from "#ports/github-comments.ts";
import { hasMark, withMark } from "./comment-mark.ts";
import type { CommentsOptions } from "./comments.ts";
import { sinceParameterOf } from "./since-parameter.ts";

const PAGE = 100;

/** As `GitHub.pull`. One request. Throws `Failure("github")`. */
export async function pullNow(
  api: Api,
  { owner, repo }: RepositoryLocation,
  pull_number: number,
): Promise<PullRequestState> {
  const { data } = await askGitHub(() => api.rest.pulls.get({ owner, repo, pull_number }));
  return {
    open: data.state === "open",
    merged: data.merged,
    branch: data.head.ref,
    head: data.head.sha,
    base: data.base.ref,
  };
}

/** As `GitHub.threads`. One request. Throws `Failure("github")`. */
export async function threadsIn(
  api: Api,
  { owner, repo }: RepositoryLocation,
  pull_number: number,
  review_id: number,
): Promise<readonly ReviewThread[]> {
  const at = { owner, repo, pull_number, review_id, per_page: PAGE };
  const { data } = await askGitHub(() => api.rest.pulls.listCommentsForReview(at));
  return data
    .filter(({ body }) => body.trim() !== "")
    .slice(0, MAX_THREADS)
    .map(({ id, path, body, ...where }) => ({
      comment: id,
      path: cut(path, 300),
      line: lineOf(where),
      text: cut(body.trim(), 500),
    }));
}

/** A comment on a whole file has no line; one on removed lines has only those of the commit that it was made on. */
function lineOf({ line, original_line }: { readonly line?: number; readonly original_line?: number }): number | null {
  return line ?? original_line ?? null;
}

/** Cuts a text that is too long, as the journal does, and never within a character. */
function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

const forbidden = ({ status }: ApiError): string | null =>
  status === 403 ? "the token may not answer on lines: it needs the permission pull-requests=write" : null;

/** As `GitHub.reply`. One request to look, one for each missing answer. Throws `Failure("github")`. */
export async function replyToThreads(
  api: Api,
  options: CommentsOptions,
  pull_number: number,
  replies: readonly ThreadReply[],
): Promise<void> {
  const { owner, repo } = options;
  const at = { owner, repo, pull_number };
  for (const reply of await missing(api, options, pull_number, replies)) {
    const look = async () => ((await missing(api, options, pull_number, [reply])).length === 0 ? "there" : null);
    const send = async () => {
      const body = withMark(reply);
      const advice = { adviceFor: forbidden };
      const sent = await askGitHubOrNull(
        () => api.rest.pulls.createReplyForReviewComment({ ...at, comment_id: reply.to, body, ...NO_RETRY }),
        advice,
      );
      return sent === null ? "deleted" : "sent";
    };
    await createOnce(options.clock, { find: look, send, firstTry: true, pendingSince: null });
  }
}

/** The replies that do not exist yet. */
async function missing(
  api: Api,
  options: CommentsOptions,
  pull_number: number,
  replies: readonly ThreadReply[],
): Promise<readonly ThreadReply[]> {
  const { owner, repo, isOurs } = options;
  const since = sinceParameterOf(Math.min(...replies.map((reply) => reply.since)));
  const there: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await askGitHub(() =>
      api.rest.pulls.listReviewComments({ owner, repo, pull_number, since, per_page: PAGE, page }),
    );
    there.push(
      ...data.flatMap(({ user, body }) => ((user as typeof user | null) !== null && isOurs(user) ? [body] : [])),
    ); // GitHub's types hide a deleted account
    if (data.length < PAGE) return replies.filter(({ key }) => !there.some((body) => hasMark(body, key)));
  }
}
