/** What GitHub refuses about issues, their comments, labels and reactions. */
import { type Answer, invalid, refusal } from "./answer.ts";
import { type Role, reaches } from "./role.ts";

/** Of GitHub's reactions, each may stand there once for each account (F22). */
export const REACTIONS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;

/** 422 for a reaction that there is none of. */
export const NO_SUCH_REACTION = invalid({ resource: "Reaction", field: "content", code: "invalid" });

/** 404 for a label to take away that the issue does not have. */
export const NO_SUCH_LABEL = refusal(404, "Label does not exist");

/** A locked issue takes comments from people with write only, and from no App (F20). `role`: null for an App. */
export function refusedComment({ locked }: { readonly locked: boolean }, role: Role | null): Answer | null {
  const writes = role !== null && reaches(role, "write");
  return locked && !writes ? refusal(403, "Unable to create comment because issue is locked.") : null;
}
