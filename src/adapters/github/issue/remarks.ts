/** Reads what people have said about an issue beside their commands. */
import type { Api } from "#adapters/github/client/api.ts";
import { readLastPages } from "#adapters/github/client/last-pages.ts";
import { isRemark } from "#core/commands/trigger-event.ts";
import type { Remark } from "#ports/github-comments.ts";
import type { IssueOfRepository } from "./issue-now.ts";

const PAGE = 100;

type Comment = Awaited<ReturnType<Api["rest"]["issues"]["listComments"]>>["data"][number];

/** As `GitHub.remarks`. One request for a hundred comments, three for more. Throws `Failure("github")`. */
export async function readRemarks(api: Api, { owner, repo, issue }: IssueOfRepository): Promise<readonly Remark[]> {
  const at = { owner, repo, issue_number: issue, per_page: PAGE };
  return remarksIn(await readLastPages((page) => api.rest.issues.listComments({ ...at, page })));
}

/** The remarks among these comments, in their order. */
export function remarksIn(found: readonly Comment[]): readonly Remark[] {
  return found.flatMap((comment) => {
    const { id, user, body = "", created_at: written, performed_via_github_app: app } = comment;
    if (user?.type !== "User" || app != null || isHidden(comment) || !isRemark(body)) return [];
    return [{ id, by: { id: user.id, login: user.login }, at: Date.parse(written), written, text: body }];
  });
}

/** A person minimised the comment. Older servers do not say so. */
function isHidden(comment: Comment): boolean {
  return "minimized" in comment && comment.minimized != null;
}
