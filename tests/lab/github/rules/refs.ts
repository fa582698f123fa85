/** Which moves of refs GitHub makes, by REST and by `updateRefs`, and its words for those that it does not. */
import { type Answer, refusal } from "./answer.ts";

/** The SHA of nothing. */
export const ZERO = "0".repeat(40);

/** A ref that is to move, and what stands in the repository about it. Null: no ref. */
export interface MoveFacts {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly force: boolean;
  /** What a ruleset or a protected branch says to this move; null where it lets it. */
  readonly ruled: string | null;
  /** `after` is a commit here. */
  readonly isCommit: boolean;
  /** `before` is `after` or one of its ancestors. */
  readonly isForward: boolean;
}

const EXISTS = refusal(422, "Reference already exists");
const MISSING = refusal(422, "Reference does not exist");
const NO_OBJECT = refusal(422, "Object does not exist");
const NOT_FORWARD = refusal(422, "Update is not a fast forward");
const NO_NAME = refusal(422, "Reference name must start with refs/ and have two slashes");

/** A whole name: `refs/`, a folder, and more. */
function isWhole(name: string): boolean {
  return /^refs\/[^/]+\/./.test(name);
}

/** https://docs.github.com/rest/git/refs#create-a-reference */
export function refusedCreation(move: MoveFacts): Answer | null {
  if (!isWhole(move.name)) return NO_NAME;
  if (move.before !== null) return EXISTS;
  return refusedTarget(move);
}

/**
 * https://docs.github.com/rest/git/refs#update-a-reference: a ref that is not there is 422, not 404. Measured on GitHub
 * itself: outside `refs/heads/` a move by REST is not held against fast-forward.
 */
export function refusedUpdate(move: MoveFacts): Answer | null {
  if (move.before === null) return MISSING;
  const refused = refusedTarget(move);
  if (refused !== null) return refused;
  const isHeld = move.name.startsWith("refs/heads/") && !move.force;
  return isHeld && !move.isForward ? NOT_FORWARD : null;
}

/** https://docs.github.com/rest/git/refs#delete-a-reference */
export function refusedDeletion({ before, ruled }: MoveFacts): Answer | null {
  if (before === null) return MISSING;
  return ruled === null ? null : refusal(422, ruled);
}

function refusedTarget({ ruled, isCommit }: MoveFacts): Answer | null {
  if (ruled !== null) return refusal(422, ruled);
  return isCommit ? null : NO_OBJECT;
}

/** One of the `refUpdates` with what it expects; null expects nothing. */
export interface UpdateFacts extends MoveFacts {
  readonly expected: string | null;
}

/** Why `updateRefs` moves nothing. `stale`: a ref is not where it was expected, of which GitHub says no more. */
export type UpdateProblem = { readonly kind: "stale" } | { readonly kind: "said"; readonly message: string };

/** The first problem of refs that are to move together; null where all can. Without `beforeOid` nothing is compared. */
export function problemOfUpdates(updates: readonly UpdateFacts[]): UpdateProblem | null {
  if (new Set(updates.map(({ name }) => name)).size < updates.length)
    return { kind: "said", message: "A reference may be named once only" };
  for (const update of updates) {
    if (update.expected !== null && update.expected !== (update.before ?? ZERO)) return { kind: "stale" };
    const problem = problemOf(update);
    if (problem !== null) return { kind: "said", message: `Reference ${update.name} cannot be updated: ${problem}` };
  }
  return null;
}

/** In words; null where the ref can move. A rule of the repository comes before all else. */
export function problemOf({ name, before, after, force, ruled, isCommit, isForward }: MoveFacts): string | null {
  if (ruled !== null) return ruled;
  if (!isWhole(name)) return "it is not a whole name below refs/";
  if (after === null) return before === null ? "it does not exist" : null;
  if (!isCommit) return `there is no commit ${after}`;
  return before === null || force || isForward ? null : "it is not a fast-forward";
}
