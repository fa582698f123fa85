/** A request to steer a run, and its result: an event to write down, nothing to do, or a refusal with its reason. */
import type { CommentTime } from "#core/events/data/comment-order.ts";
import type { PullRequestComment } from "#core/events/data/pull-request-comment.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { RenewedBase } from "./renewal.ts";

/** `defaults`: an approval where no plan waits, but questions do. */
export type SteeringCommand = "pause" | "resume" | "continue" | "redirect" | "unblock" | "defaults";

/**
 * The person who asks; `text`: what they wrote with it, which a redirect and an unblocking need. Of `defaults`: the
 * digest that was named. `onPull`: where on a pull request. `commentTime`: when, and in which comment; absent where it
 * is asked for now.
 */
export interface SteeringRequest {
  readonly word: SteeringCommand;
  readonly by: string;
  readonly text: string;
  readonly onPull?: PullRequestComment | undefined;
  readonly commentTime?: CommentTime | undefined;
  /** The base branch as it is now, where the run can be renewed (`isRenewable`). */
  readonly now?: RenewedBase | undefined;
}

/**
 * `granted`: it is so already, and no event is recorded. `refused`: why, as a sentence, and the text of models that
 * belongs to it.
 */
export type SteeringResult =
  | { readonly kind: "said"; readonly draft: EventDraft }
  | { readonly kind: "granted" }
  | { readonly kind: "refused"; readonly why: string; readonly quotes: readonly string[] };

export const GRANTED: SteeringResult = { kind: "granted" };

export function refused(why: string, quotes: readonly string[] = []): SteeringResult {
  return { kind: "refused", why, quotes };
}
