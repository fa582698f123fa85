/** Types of what the port `GitHub` sends and reads. */
import type { Dispatch } from "#core/approval/dispatch.ts";

/** The target of a reaction: the issue itself, a pull request by its number, or a comment of either by its id. */
export type ReactionTarget =
  | { readonly kind: "issue" }
  | { readonly kind: "pull"; readonly number: number }
  | { readonly kind: "comment"; readonly id: number };
export type Reaction = "eyes" | "rocket" | "-1" | "confused";

/**
 * A commit as the default branch `branch` has it. `inHistory`: it is in the branch's history; `tree`: null where there
 * is no such commit; `config`: the text of the configuration there, null where there is none.
 */
export interface BaseCommitNow {
  readonly branch: string;
  readonly inHistory: boolean;
  readonly tree: string | null;
  readonly config: string | null;
}

/** A workflow run to be started once; of two with the same digest the second one finds the work done. */
export interface WorkflowDispatch extends Dispatch {
  readonly runId: string;
  readonly since: number;
}
