/** Tells whether an App wrote a comment on GitHub. */

/** The author of a comment, as GitHub shows it. */
export interface CommentAuthor {
  readonly id: number;
  readonly type: string;
}

/**
 * True for an App, ours or another's: the bot writes as its App, the Action as `github-actions[bot]`. No person can
 * have this type, so no person's comment is taken for ours.
 */
export function isApp({ type }: CommentAuthor): boolean {
  return type === "Bot";
}
