/** Which pull requests GitHub does not open. */
import { type Answer, invalid, refusal } from "./answer.ts";

/** What stands in a repository about a pull request that somebody asks for. */
export interface PullFacts {
  readonly owner: string;
  /** Branches, without the owner. */
  readonly head: string;
  readonly base: string;
  readonly hasHead: boolean;
  readonly hasBase: boolean;
  /** One from this head to this base is open. */
  readonly isOpen: boolean;
  /** Commits that the head has and the base has not. */
  readonly ahead: number;
}

/** The setting "Allow GitHub Actions to create and approve pull requests" is off (F26). */
export function refusedActions(login: string, { isAllowed }: { readonly isAllowed: boolean }): Answer | null {
  const refused = login === "github-actions[bot]" && !isAllowed;
  return refused ? refusal(403, "GitHub Actions is not permitted to create or approve pull requests.") : null;
}

/** The branch that a request calls its head: the owner may stand before it. */
export function headBranch(head: string, owner: string): string {
  return head.replace(`${owner}:`, "");
}

/** 422 with GitHub's reason; null where nothing is in the way. */
export function refusedPull({ owner, head, base, hasHead, hasBase, isOpen, ahead }: PullFacts): Answer | null {
  if (!hasHead) return invalid({ resource: "PullRequest", field: "head", code: "invalid" });
  if (!hasBase) return invalid({ resource: "PullRequest", field: "base", code: "invalid" });
  if (isOpen) return custom(`A pull request already exists for ${owner}:${head}.`);
  return ahead > 0 ? null : custom(`No commits between ${base} and ${head}`);
}

function custom(message: string): Answer {
  return invalid({ resource: "PullRequest", code: "custom", message });
}
