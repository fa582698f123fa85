/** A reaction to an issue or a comment. */

export interface Reaction {
  readonly id: number;
  readonly content: string;
  /** `owner/name`, then `issues/1` or `issues/comments/1`. */
  readonly on: string;
  readonly login: string;
  readonly user: unknown;
  readonly created_at: string;
}
