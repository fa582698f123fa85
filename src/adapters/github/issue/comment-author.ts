/** Who wrote a comment on GitHub, and whether it was an App. */

/** Whoever wrote a comment, as GitHub shows it. */
export interface CommentAuthor {
  readonly id: number;
  readonly type: string;
}

/**
 * An App, ours or another's: the bot writes as its App, the Action as `github-actions[bot]`. No person can have this type, so nobody's word is
 * taken for ours.
 */
export function isApp({ type }: CommentAuthor): boolean {
  return type === "Bot";
}
