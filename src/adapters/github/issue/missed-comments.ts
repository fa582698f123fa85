/** Reads the comments and labels of an issue whose events the bot may have missed. */
import type { Api } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { readLastPages } from "#adapters/github/client/last-pages.ts";
import { commentCreated } from "#core/commands/trigger-event.ts";
import type { IssueComments, UserComment } from "#ports/github-comments.ts";
import type { CommentAuthor } from "./comment-author.ts";
import { commentKeyOf, withoutMark } from "./comment-mark.ts";
import { FINAL_REACTIONS, hasFinalReaction } from "./final-reactions.ts";
import type { IssueOfRepository } from "./issue-now.ts";
import { remarksIn } from "./remarks.ts";
import { sinceParameterOf } from "./since-parameter.ts";

const PAGE = 100;
/** Pages that one poll of a job reads at most. */
const PAGES = 3;
/** Commands with reactions of unknown authors: the reactions of this many are read, the newest. */
const COMMANDS = 10;

type Comment = Awaited<ReturnType<Api["rest"]["issues"]["listComments"]>>["data"][number];

export interface MissedCommentsOptions extends IssueOfRepository {
  readonly isOurs: (writer: CommentAuthor) => boolean;
}

/**
 * As `GitHub.commentsSince`. One request for a hundred comments, three for more, and one for each command with such a
 * reaction.
 */
export async function readMissedComments(
  api: Api,
  options: MissedCommentsOptions,
  since: number,
): Promise<IssueComments> {
  const { owner, repo, issue, isOurs } = options;
  const at = { owner, repo, issue_number: issue, since: sinceParameterOf(since), per_page: PAGE };
  const found = await readLastPages((page) => api.rest.issues.listComments({ ...at, page }));
  const comments = found.filter(({ user }) => user != null && isOurs(user));
  const commands = commandsIn(found, since);
  const reacted = commands.filter(mayBeAnswered);
  const answered = new Set(reacted.slice(0, -COMMANDS));
  for (const command of reacted.slice(-COMMANDS)) if (await isAnswered(api, options, command.id)) answered.add(command);
  return {
    unhandled: commands.filter((command) => !answered.has(command)).map(commandIn),
    remarks: remarksIn(found),
    ownComments: new Map(
      comments.map(({ id, body }) => [String(id), { key: commentKeyOf(body), text: withoutMark(body ?? "") }]),
    ),
  };
}

/**
 * As `GitHub.commandsSince`, as long as it lives. It continues at the last full page: deleted comments move the later
 * ones back.
 */
export function userCommentReader(
  api: Api,
  { owner, repo, issue }: IssueOfRepository,
): (since: number) => Promise<readonly UserComment[]> {
  // Parsed as it comes: a page that did not change is not parsed again.
  const again = conditionalGet((comments: readonly Comment[]) => ({
    full: comments.length === PAGE,
    commands: commandsIn(comments, 0).map(commandIn),
  }));
  const pages = new Map<number, number>();
  return async (since) => {
    const at = { owner, repo, issue_number: issue, since: sinceParameterOf(since), per_page: PAGE };
    const found: UserComment[] = [];
    let page = pages.get(since) ?? 1;
    for (const end = page + PAGES; page < end; page += 1) {
      const read = await again(`${at.since} ${page}`, (headers) =>
        api.rest.issues.listComments({ ...at, page, headers }),
      );
      found.push(...(read?.commands ?? []));
      if (read?.full !== true) break;
    }
    pages.set(since, Math.max(1, page - 1));
    return found.filter((comment) => comment.at >= since);
  };
}

/** Comments of people that begin with a slash, the oldest first. */
function commandsIn(found: readonly Comment[], since: number): readonly Comment[] {
  return found.filter(
    ({ user, body, created_at }) =>
      user != null &&
      user.type === "User" &&
      body?.trimStart().startsWith("/") === true &&
      Date.parse(created_at) >= since,
  );
}

/** True when such a reaction exists, no matter who set it. Older servers send no counts, so it may. */
function mayBeAnswered({ reactions }: Comment): boolean {
  return reactions === undefined || FINAL_REACTIONS.some((last) => reactions[last] > 0);
}

function commandIn({ id, body, user, created_at, updated_at, performed_via_github_app: app }: Comment): UserComment {
  return {
    id,
    happening: commentCreated(body ?? "", created_at !== updated_at),
    by: { id: user?.id ?? 0, login: user?.login ?? "", type: user?.type ?? "" },
    throughApp: app != null,
    at: Date.parse(created_at),
  };
}

async function isAnswered(api: Api, { owner, repo, isOurs }: MissedCommentsOptions, id: number): Promise<boolean> {
  const { data } = await askGitHub(() =>
    api.rest.reactions.listForIssueComment({ owner, repo, comment_id: id, per_page: PAGE }),
  );
  return hasFinalReaction(data, isOurs);
}
