/** What stands on an issue, for whoever may have missed it when it was said. */
import type { Api } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { readLastPages } from "#adapters/github/client/last-pages.ts";
import type { Attribution, IssueComments, UserComment } from "#ports/github.ts";
import type { Reaction } from "#ports/github-types.ts";
import type { CommentAuthor } from "./comment-author.ts";
import { commentKeyOf, sinceParameterOf, withoutMark } from "./comments.ts";
import type { IssueOfRepository } from "./issue-now.ts";

const PAGE = 100;
/** Pages that one look of a worker reads at most. */
const PAGES = 3;
/** Words with signs of whose authors nothing is known yet: so many are looked at, the newest. */
const WORDS = 10;

/** The signs that are set when a word has had its answer. */
const LAST: readonly Reaction[] = ["rocket", "-1", "confused"];

export interface MissedCommentsOptions extends IssueOfRepository {
  readonly isOurs: (writer: CommentAuthor) => boolean;
}

type Comment = Awaited<ReturnType<Api["rest"]["issues"]["listComments"]>>["data"][number];
type Sign = { readonly content: string; readonly user: CommentAuthor | null };

/** As `GitHub.seen`. One request for a hundred comments, three for more, and one for each word that bears a sign. */
export async function readMissedComments(api: Api, options: MissedCommentsOptions, since: number): Promise<IssueComments> {
  const { owner, repo, issue, isOurs } = options;
  const at = { owner, repo, issue_number: issue, since: sinceParameterOf(since), per_page: PAGE };
  const found = await readLastPages((page) => api.rest.issues.listComments({ ...at, page }));
  const comments = found.filter(({ user }) => user != null && isOurs(user));
  const words = wordsIn(found, since);
  const signed = words.filter(maySigned);
  const answered = new Set(signed.slice(0, -WORDS));
  for (const word of signed.slice(-WORDS)) if (await isAnswered(api, options, word.id)) answered.add(word);
  return {
    unhandled: words.filter((word) => !answered.has(word)).map(saidIn),
    ownComments: new Map(comments.map(({ id, body }) => [String(id), { key: commentKeyOf(body), text: withoutMark(body ?? "") }])),
  };
}

/** As `GitHub.said`, for as long as it is held. It goes on at the last page that was full: what is deleted from there moves the rest back. */
export function userCommentReader(api: Api, { owner, repo, issue }: IssueOfRepository): (since: number) => Promise<readonly UserComment[]> {
  const again = conditionalGet((comments: readonly Comment[]) => comments);
  const pages = new Map<number, number>();
  return async (since) => {
    const at = { owner, repo, issue_number: issue, since: sinceParameterOf(since), per_page: PAGE };
    const read = async (page: number): Promise<readonly Comment[]> =>
      (await again(`${at.since} ${page}`, (headers) => api.rest.issues.listComments({ ...at, page, headers }))) ?? [];
    const found: Comment[] = [];
    let page = pages.get(since) ?? 1;
    for (const end = page + PAGES; page < end; page += 1) {
      const comments = await read(page);
      found.push(...comments);
      if (comments.length < PAGE) break;
    }
    pages.set(since, Math.max(1, page - 1));
    return wordsIn(found, since).map(saidIn);
  };
}

/** What people said with a slash, the oldest first. */
function wordsIn(found: readonly Comment[], since: number): readonly Comment[] {
  return found.filter(
    ({ user, body, created_at }) =>
      user != null && user.type === "User" && body?.trimStart().startsWith("/") === true && Date.parse(created_at) >= since,
  );
}

/** Somebody set a sign as ours. A server that counts none leaves it open. */
function maySigned({ reactions }: Comment): boolean {
  return reactions === undefined || LAST.some((last) => reactions[last] > 0);
}

function saidIn({ id, body, user, created_at, updated_at, performed_via_github_app: app }: Comment): UserComment {
  return {
    id,
    body: body ?? "",
    by: { id: user?.id ?? 0, login: user?.login ?? "", type: user?.type ?? "" },
    edited: created_at !== updated_at,
    throughApp: app != null,
    at: Date.parse(created_at),
  };
}

async function isAnswered(api: Api, { owner, repo, isOurs }: MissedCommentsOptions, id: number): Promise<boolean> {
  const { data } = await askGitHub(() => api.rest.reactions.listForIssueComment({ owner, repo, comment_id: id, per_page: PAGE }));
  return hasLast(data, isOurs);
}

function hasLast(reactions: readonly Sign[], isOurs: MissedCommentsOptions["isOurs"]): boolean {
  return reactions.some(({ content, user }) => user !== null && isOurs(user) && LAST.some((last) => last === content));
}

/** As `GitHub.labelled`. Four requests at most: of the issue's signs, and of its events the first hundred and the newest two pages. */
export async function labelledBy(
  api: Api,
  { owner, repo, issue, isOurs }: MissedCommentsOptions,
  label: string,
): Promise<Attribution | null> {
  const at = { owner, repo, issue_number: issue, per_page: PAGE };
  const { data: reactions } = await askGitHub(() => api.rest.reactions.listForIssue(at));
  if (hasLast(reactions, isOurs)) return null;
  const events = await readLastPages((page) => api.rest.issues.listEvents({ ...at, page }));
  const found = events.filter((one) => one.event === "labeled" && "label" in one && one.label?.name?.toLowerCase() === label.toLowerCase());
  const last = found.at(-1);
  if (last?.actor == null) return null;
  const { id, login, type } = last.actor;
  return { by: { id, login, type }, at: Date.parse(last.created_at), throughApp: last.performed_via_github_app != null };
}
