/** Our comments on one issue and its pull request: created once each, found again by a mark that nobody sees, edited in place. */
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { type CreateOnceOptions, createOnce } from "#adapters/github/client/create-once.ts";
import type { IsFirstTry } from "#adapters/github/client/first-try.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { NewComment } from "#ports/github.ts";
import type { CommentAuthor } from "./comment-author.ts";
import { planMark, reportShownPlans } from "./plan-mark.ts";

/** GitHub's limit on a comment, in characters (F19). */
const LONGEST = 65_536;

/** Milliseconds by which GitHub's clock may be behind ours, before the first answer has told us. */
const SKEW = 900_000;

const PAGE = 100;

/** The mark of a comment. Throws for a key that could end the HTML comment, which is a bug of ours. */
function markOf(key: string): string {
  if (!/^[A-Za-z0-9._:/-]{1,200}$/.test(key) || key.includes("--"))
    throw new Error(`bug: ${JSON.stringify(key.slice(0, 100))} is no key of a comment: letters, digits and . _ : / - only, no two dashes`);
  return `<!-- loopwright:${key} -->`;
}

/** The text as it is sent. Throws where it does not fit: texts are fitted before they get here, so that is a bug of ours. */
export function withMark({ key, body, shows }: Pick<NewComment, "key" | "body" | "shows">): string {
  const plan = shows === undefined ? "" : planMark(shows);
  const text = `${body}\n\n${plan}${markOf(key)}`;
  if (text.length > LONGEST)
    throw new Error(`bug: the comment ${key} has ${text.length} characters with its mark, GitHub takes ${LONGEST}; fit the text first`);
  return text;
}

/** True for a text that ends with the mark: a text of ours may quote a stranger who wrote one down. */
export function hasMark(text: string | null | undefined, key: string): boolean {
  return text?.trimEnd().endsWith(markOf(key)) === true;
}

/** The text as it was before it was sealed. */
export function withoutMark(text: string): string {
  return text.replace(/(?<!\s)\s*(?:<!-- loopwright-plan:[0-9a-f]{64} -->\s{1,2})?<!-- loopwright:[A-Za-z0-9._:/-]{1,200} -->\s*$/, "");
}

/** As GitHub's lists take a time, in milliseconds: a little earlier, for its clock may be behind ours. */
export function sinceParameterOf(ms: number): string {
  return new Date(ms - SKEW).toISOString();
}

export interface CommentsOptions extends RepositoryLocation, Pick<CreateOnceOptions<string>, "yields"> {
  readonly issue: number;
  /** Only a comment whose writer is ours is taken for ours. Where the token is a person's, by numeric id: a name can change hands. */
  readonly isOurs: (writer: CommentAuthor) => boolean;
  readonly clock: Clock;
  readonly isFirstTry: IsFirstTry;
  /** Told which plan a comment of ours shows, as it was sent or found. */
  readonly onShown: (id: number, shows: string | null) => void;
}

/** As `GitHub.comment`. One request when it is fresh, else two. Where two of ours stand there, the first one stays. Throws `Failure("github")`. */
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

/** GitHub's answer showed another text: what stands there counts. Throws `Failure("github")` where that is no better. */
async function readBack(api: Api, { owner, repo }: RepositoryLocation, id: number, key: string): Promise<void> {
  const { data } = await askGitHub(() => api.rest.issues.getComment({ owner, repo, comment_id: id }));
  if (hasMark(data.body, key)) return;
  const message = `comment ${id} shows another text than was sent: look at it, and take it away if it is not to stand there`;
  throw new Failure("github", message, { retryable: false });
}

/** The id of the first of several that stand there for one: a slow list let the others through, and they are taken away. */
async function firstOf(api: Api, place: RepositoryLocation, found: readonly { readonly id: number }[]): Promise<string> {
  const [first = 0, ...later] = found.map(({ id }) => id).sort((a, b) => a - b);
  for (const id of later) await deleteComment(api, place, String(id));
  return String(first);
}

/** As `GitHub.retract`. One request. Throws `Failure("github")`. */
export async function deleteComment(api: Api, { owner, repo }: RepositoryLocation, id: string): Promise<void> {
  await askGitHubOrNull(() => api.rest.issues.deleteComment({ owner, repo, comment_id: Number(id) }));
}

/** As `GitHub.letters`. One request. Throws `Failure("github")`. */
export async function countOwnComments(
  api: Api,
  { owner, repo, issue, isOurs }: Pick<CommentsOptions, "owner" | "repo" | "issue" | "isOurs">,
  { prefix, since, on }: { readonly prefix: string; readonly since: number; readonly on: number | undefined },
): Promise<number> {
  const at = { owner, repo, issue_number: on ?? issue, since: new Date(since).toISOString(), per_page: PAGE };
  const { data } = await askGitHub(() => api.rest.issues.listComments(at));
  const recent = data.filter(({ updated_at }) => Date.parse(updated_at) >= since);
  return recent.filter(({ user, body }) => user !== null && isOurs(user) && commentKeyOf(body)?.startsWith(prefix)).length;
}

/** The key of a letter; null where it has none. */
export function commentKeyOf(text: string | null | undefined): string | null {
  return /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/.exec(text?.trimEnd().slice(-250) ?? "")?.[1] ?? null;
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
  await askGitHub(() => api.rest.issues.updateComment({ owner, repo, comment_id: Number(id), body }), { adviceFor: deleted });
}
