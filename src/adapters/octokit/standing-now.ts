/** A comment as it is now, and what its author may do here: asked as often as it matters, and counted by GitHub only where it changed. */
import * as z from "zod";
import { roleOf as coreRoleOf, type Role } from "#core/permission.ts";
import type { Account, CommentNow } from "#ports/github.ts";
import type { Api } from "./api.ts";
import { GHOST, type IssuePlace } from "./issue-now.ts";
import { lookAgain } from "./look-again.ts";
import type { Refusal } from "./refusal.ts";

/** Absent from older servers: nothing is hidden, or said through an App, there as far as anybody can see. */
const Comment = z.object({
  body: z.string().default(""),
  user: z.object({ id: z.int(), login: z.string(), type: z.string() }).nullable(),
  issue_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  performed_via_github_app: z.looseObject({}).nullish(),
  minimized: z.looseObject({}).nullish(),
});

/** The answer names the account: the name may be somebody else's by now. */
const Permission = z.object({ permission: z.unknown(), role_name: z.unknown(), user: z.object({ id: z.int() }).nullish() });

const forbidden = ({ status }: Refusal): string | null =>
  status === 403 ? "the token may not ask for roles here: it needs the permission metadata=read and access to this repository" : null;

/** As `GitHub.commentAt` and `GitHub.roleOf`: one request each, a conditional one where the same was asked before. */
export function standingNow(
  api: Api,
  { owner, repo, issue }: IssuePlace,
): {
  readonly commentAt: (id: number) => Promise<CommentNow | null>;
  readonly roleOf: (account: Account) => Promise<Role>;
} {
  const comments = lookAgain<unknown>();
  const roles = lookAgain<unknown>();
  return {
    async commentAt(id) {
      const found = await comments(`${id}`, (headers) => api.rest.issues.getComment({ owner, repo, comment_id: id, headers }));
      return found === null ? null : commentIn(Comment.parse(found), issue);
    },
    // An App and whoever is no collaborator of a private repository have none (F15).
    async roleOf({ id, login: username }) {
      const request = (headers: Readonly<Record<string, string>>) =>
        api.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username, headers });
      const read = Permission.safeParse(await roles(username, request, { cure: forbidden }));
      if (!read.success || read.data.user?.id !== id) return "none";
      return coreRoleOf(read.data.role_name, read.data.permission);
    },
  };
}

function commentIn(comment: z.infer<typeof Comment>, issue: number): CommentNow | null {
  if (!comment.issue_url.endsWith(`/issues/${issue}`)) return null;
  const { body, user, created_at, updated_at } = comment;
  const [throughApp, hidden] = [comment.performed_via_github_app != null, comment.minimized != null];
  if (user === null) return { body, account: 0, login: GHOST, bot: true, edited: true, throughApp, hidden };
  return { body, account: user.id, login: user.login, bot: user.type !== "User", edited: updated_at !== created_at, throughApp, hidden };
}
