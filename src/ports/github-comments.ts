/** Comments on GitHub as the product reads and writes them: a person's, our own, a new one, an answer in a thread. */

/**
 * A comment as it is now. `account` is the author's numeric id, `bot` true for every account that is no person's;
 * `throughApp`: an App said it in the author's name; `hidden`: somebody minimised it.
 */
export interface CommentNow {
  readonly body: string;
  readonly account: number;
  readonly login: string;
  readonly bot: boolean;
  readonly edited: boolean;
  readonly throughApp: boolean;
  readonly hidden: boolean;
  /** The digest of the plan that a comment of ours was created to show; null for every other. */
  readonly shows: string | null;
}

/** What a person said in a comment, as it stands there. */
export interface UserComment extends Attribution {
  readonly id: number;
  readonly body: string;
  readonly edited: boolean;
}

/**
 * What stands on the issue. `unheard`: comments of people that begin with a slash and bear no last sign of ours, the
 * oldest first; of those that bear a sign of anybody the ten newest are looked at, older ones count as heard.
 * `letters`: our own comments by their ids. Of the first hundred comments that moved, and of the newest two pages of a
 * hundred.
 */
export interface IssueComments {
  readonly unhandled: readonly UserComment[];
  readonly ownComments: ReadonlyMap<string, OwnComment>;
}

/**
 * A comment of ours as it stands there: its text without its mark, and what it is found by, null where somebody took
 * the mark away.
 */
export interface OwnComment {
  readonly key: string | null;
  readonly text: string;
}

/**
 * A comment to be created once. `key` goes into it, invisibly, so that it is found again; `since`: milliseconds since
 * the epoch, when it was announced.
 */
export interface NewComment {
  readonly key: string;
  readonly body: string;
  readonly since: number;
  /**
   * Since when somebody else may have sent it, in milliseconds: the journal holds the intent, or it was heard before.
   * GitHub's lists get time to show it.
   */
  readonly pendingSince?: number;
  /** A pull request to write to instead of the issue. */
  readonly on?: number;
  /** The digest of the plan that it is created to show: it goes into it, invisibly, and stays through every edit. */
  readonly shows?: string;
}

/** An answer to the comment with the id `to` on a line of a pull request. */
export interface ThreadReply extends Omit<NewComment, "on"> {
  readonly to: number;
}

/** An account by its number, with the name that it had when we heard of it: names change hands. */
export interface Account {
  readonly id: number;
  readonly login: string;
}

/** Who did something, as GitHub tells: `type` is `User` for people alone; `at`: milliseconds since the epoch. */
export interface Attribution {
  readonly by: Account & { readonly type: string };
  readonly at: number;
  readonly throughApp: boolean;
}
