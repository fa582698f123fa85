/**
 * Reads a comment as it is now, and its author's role: as often as needed, because GitHub counts the request only where
 * the answer changed.
 */
import * as z from "zod";
import type { Api } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { repositoryRoleOf as coreRoleOf, type RepositoryRole } from "#core/commands/permission.ts";
import type { Account, CommentNow } from "#ports/github-comments.ts";
import type { CommentAuthor } from "./comment-author.ts";
import { GHOST, type IssueOfRepository } from "./issue-now.ts";
import { planDigestIn } from "./plan-mark.ts";

/**
 * Fields that older servers lack are optional: such a server does not say that a comment is hidden, or written through
 * an App.
 */
const Comment = z.object({
  body: z.string().default(""),
  user: z.object({ id: z.int(), login: z.string(), type: z.string() }).nullable(),
  issue_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  performed_via_github_app: z.looseObject({}).nullish(),
  minimized: z.looseObject({}).nullish(),
});

/** The answer names the account: another account may have the name by now. */
const Permission = z.object({
  permission: z.unknown(),
  role_name: z.unknown(),
  user: z.object({ id: z.int() }).nullish(),
});

const forbidden = ({ status }: ApiError): string | null =>
  status === 403
    ? "the token may not ask for roles here: it needs the permission metadata=read and access to this repository"
    : null;

/** The issue, and which comments are ours. */
export interface CommentReaderOptions extends IssueOfRepository {
  readonly isOurs: (writer: CommentAuthor) => boolean;
}

/**
 * As `GitHub.commentAt`, `GitHub.shownBy` and `GitHub.roleOf`: one request each, a conditional one where the same was
 * asked before.
 */
export function commentReader(
  api: Api,
  { owner, repo, issue, isOurs }: CommentReaderOptions,
): {
  readonly commentAt: (id: number) => Promise<CommentNow | null>;
  readonly shownBy: (id: number) => Promise<string | null>;
  /** Records what a comment shows, known from another request: it is then not read again. */
  readonly onShown: (id: number, shows: string | null) => void;
  readonly roleOf: (account: Account) => Promise<RepositoryRole>;
} {
  const comments = conditionalGet((comment: unknown) => comment);
  const roles = conditionalGet((role: unknown) => role);
  const shown = new Map<number, string | null>();
  async function commentAt(id: number): Promise<CommentNow | null> {
    const found = await comments(`${id}`, (headers) =>
      api.rest.issues.getComment({ owner, repo, comment_id: id, headers }),
    );
    const comment = found === null ? null : commentIn(Comment.parse(found), issue, isOurs);
    shown.set(id, comment?.shows ?? null);
    return comment;
  }
  return {
    commentAt,
    onShown: (id, shows) => void shown.set(id, shows),
    async shownBy(id) {
      if (!shown.has(id)) await commentAt(id);
      return shown.get(id) ?? null;
    },
    // An App has no role, nor an account that is no collaborator of a private repository.
    async roleOf({ id, login: username }) {
      const request = (headers: Readonly<Record<string, string>>) =>
        api.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username, headers });
      const read = Permission.safeParse(await roles(username, request, { adviceFor: forbidden }));
      if (!read.success || read.data.user?.id !== id) return "none";
      return coreRoleOf(read.data.role_name, read.data.permission);
    },
  };
}

function commentIn(
  comment: z.infer<typeof Comment>,
  issue: number,
  isOurs: CommentReaderOptions["isOurs"],
): CommentNow | null {
  if (!comment.issue_url.endsWith(`/issues/${issue}`)) return null;
  const { body, user, created_at, updated_at } = comment;
  const [throughApp, hidden] = [comment.performed_via_github_app != null, comment.minimized != null];
  if (user === null)
    return { body, account: 0, login: GHOST, bot: true, edited: true, throughApp, hidden, shows: null };
  const shows = isOurs(user) ? planDigestIn(body) : null;
  const { id: account, login } = user;
  return {
    body,
    account,
    login,
    bot: user.type !== "User",
    edited: updated_at !== created_at,
    throughApp,
    hidden,
    shows,
  };
}
