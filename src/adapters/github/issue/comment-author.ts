/** Tells who wrote a comment on GitHub: an App, or one of those that Loopwright writes as. */

/** The author of a comment, as GitHub shows it. */
export interface CommentAuthor {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

/** As whom every job of GitHub Actions writes. */
export const ACTIONS_LOGIN = "github-actions[bot]";

/** True for an App, ours or another's. No person can have this type. Pure. */
export function isApp({ type }: Pick<CommentAuthor, "type">): boolean {
  return type === "Bot";
}

/**
 * Tells the accounts whose comments are ours, by the logins of Apps: no person can have such a name, and no other App
 * of the same GitHub. Another App may repeat what strangers write, our marks among it. Pure.
 */
export function writersNamed(logins: readonly string[]): (writer: CommentAuthor) => boolean {
  return (writer) => isApp(writer) && logins.includes(writer.login);
}

/**
 * The same for a job, by who ordered its workflow run (`Machine.starters`): nobody, or the App of a bot. A run that
 * another job ordered does not say whether a bot serves the repository, so every App counts there. Pure.
 */
export function writersBeside(starters: readonly string[]): (writer: CommentAuthor) => boolean {
  return starters.includes(ACTIONS_LOGIN) ? isApp : writersNamed([ACTIONS_LOGIN, ...starters]);
}
