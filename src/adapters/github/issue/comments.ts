/**
 * Writes our comments on one issue and its pull request: each is created once, found again by an invisible mark, and
 * edited in place.
 */
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { type CreateOnceOptions, createOnce } from "#adapters/github/client/create-once.ts";
import type { IsFirstTry } from "#adapters/github/client/first-try.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { NewComment } from "#ports/github-comments.ts";
import type { CommentAuthor } from "./comment-author.ts";
import { commentKeyOf, hasMark, withMark } from "./comment-mark.ts";
import { reportShownPlans } from "./plan-mark.ts";
import { sinceParameterOf } from "./since-parameter.ts";

const PAGE = 100;

export interface CommentsOptions extends RepositoryLocation, Pick<CreateOnceOptions<string>, "yields"> {
  readonly issue: number;
  /**
   * Only comments of such an author are taken for ours. Where the token is a person's, by numeric id: another account
   * may get the name.
   */
  readonly isOurs: (writer: CommentAuthor) => boolean;
  readonly clock: Clock;
  readonly isFirstTry: IsFirstTry;
  /** Called with the plan that a comment of ours shows, when it was sent or found. */
  readonly onShown: (id: number, shows: string | null) => void;
}

/**
 * As `GitHub.comment`. One request at the first try, else two. Of two such comments the first one stays. Throws
 * `Failure("github")`.
 */
export async function createComment(
  api: Api,
  { owner, repo, issue, isOurs, clock, isFirstTry, onShown, yields = false }: CommentsOptions,
  comment: NewComment,
): Promise<string> {
  const at = { owner, repo, issue_number: comment.on ?? issue };
  const body = withMark(comment);

  async function find(): Promise<string | null> {
    const since = sinceParameterOf(comment.since);
    for (let page = 1; ; page += 1) {
      const { data } = await askGitHub(() => api.rest.issues.listComments({ ...at, since, per_page: PAGE, page }));
      const found = data.filter(({ user, body: text }) => user !== null && isOurs(user) && hasMark(text, comment.key));
      reportShownPlans(found, onShown);
      if (found.length > 0) return firstOf(api, { owner, repo }, found);
      if (data.length < PAGE) return null;
    }
  }
  async function send(): Promise<string> {
    const { data } = await askGitHub(() => api.rest.issues.createComment({ ...at, body, ...NO_RETRY }));
    if (!hasMark(data.body, comment.key)) await readBack(api, { owner, repo }, data.id, comment.key);
    onShown(data.id, comment.shows ?? null);
    return String(data.id);
  }
  return createOnce(clock, {
    find,
    send,
    firstTry: isFirstTry(comment.key, comment.since),
    pendingSince: comment.pendingSince ?? null,
    yields,
  });
}

/**
 * Reads a comment again when GitHub's answer showed another text. Throws `Failure("github")` where the text is wrong.
 */
async function readBack(api: Api, { owner, repo }: RepositoryLocation, id: number, key: string): Promise<void> {
  const { data } = await askGitHub(() => api.rest.issues.getComment({ owner, repo, comment_id: id }));
  if (hasMark(data.body, key)) return;
  const advice = "look at it, and take it away if it is not to stand there";
  const message = `comment ${id} shows another text than was sent: ${advice}`;
  throw new Failure("github", message, { retryable: false });
}

/** The id of the first of several equal comments, which exist when a list was slow; the later ones are deleted. */
async function firstOf(
  api: Api,
  place: RepositoryLocation,
  found: readonly { readonly id: number }[],
): Promise<string> {
  const [first = 0, ...later] = found.map(({ id }) => id).sort((a, b) => a - b);
  for (const id of later) await deleteComment(api, place, String(id));
  return String(first);
}

/** As `GitHub.retract`. One request. Throws `Failure("github")`. */
export async function deleteComment(api: Api, { owner, repo }: RepositoryLocation, id: string): Promise<void> {
  await askGitHubOrNull(() => api.rest.issues.deleteComment({ owner, repo, comment_id: Number(id) }));
}

/** As `GitHub.countComments`. One request. Throws `Failure("github")`. */
export async function countOwnComments(
  api: Api,
  { owner, repo, issue, isOurs }: Pick<CommentsOptions, "owner" | "repo" | "issue" | "isOurs">,
  { prefix, since, on }: { readonly prefix: string; readonly since: number; readonly on: number | undefined },
): Promise<number> {
  const at = { owner, repo, issue_number: on ?? issue, since: new Date(since).toISOString(), per_page: PAGE };
  const { data } = await askGitHub(() => api.rest.issues.listComments(at));
  const recent = data.filter(({ updated_at }) => Date.parse(updated_at) >= since);
  return recent.filter(({ user, body }) => user !== null && isOurs(user) && commentKeyOf(body)?.startsWith(prefix))
    .length;
}

const deleted = ({ status }: ApiError): string | null =>
  status === 404 ? "the comment was deleted: nothing stands there any more; a new one must be created" : null;

/** As `GitHub.edit`. One request. Throws `Failure("github")`, also where the comment was deleted. */
export async function editComment(
  api: Api,
  place: RepositoryLocation,
  id: string,
  comment: Pick<NewComment, "key" | "body" | "shows">,
): Promise<void> {
  const { owner, repo } = place;
  const body = withMark(comment);
  await askGitHub(() => api.rest.issues.updateComment({ owner, repo, comment_id: Number(id), body }), {
    adviceFor: deleted,
  });
}
