/** Comments on GitHub as the product reads and writes them: a person's, our own, a new one, an answer in a thread. */
import type { TriggerEvent } from "#core/commands/trigger-event.ts";

/**
 * A comment as it is now. `account` is the author's numeric id, `bot` true for every account that is no person's;
 * `throughApp`: an App wrote it in the author's name; `hidden`: a person minimised it.
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

/** A comment of a person, as it was when it was read: the event of its creation, with the command in it. */
export interface UserComment extends Attribution {
  readonly id: number;
  readonly happening: TriggerEvent;
}

/**
 * A person's comment on the issue that is no command: written by hand, and not hidden. `at`: when it was written, in
 * milliseconds since the epoch; `written`: the same in ISO 8601.
 */
export interface Remark {
  readonly id: number;
  readonly by: Account;
  readonly at: number;
  readonly written: string;
  readonly text: string;
}

/**
 * The comments of the issue. `unhandled`: comments of people that begin with a slash and have no final reaction of
 * ours, the oldest first; of those that have such a reaction by any account the ten newest are checked, older ones
 * count as handled. `remarks`: comments of people that are no commands, the oldest first. `ownComments`: our own
 * comments by their ids. Of the first hundred comments that moved, and of the newest two pages of a hundred.
 */
export interface IssueComments {
  readonly unhandled: readonly UserComment[];
  readonly remarks: readonly Remark[];
  readonly ownComments: ReadonlyMap<string, OwnComment>;
}

/**
 * A comment of ours as it is now: its text without its mark, and the key that it is found by, null where a person
 * removed the mark.
 */
export interface OwnComment {
  readonly key: string | null;
  readonly text: string;
}

/**
 * A comment to be created once. `key` goes into it, invisibly, so that it is found again; `since`: milliseconds since
 * the epoch, when it became pending.
 */
export interface NewComment {
  readonly key: string;
  readonly body: string;
  readonly since: number;
  /**
   * The time since when another job may have sent it, in milliseconds: the journal holds the intent, or the event was
   * handled before. GitHub's lists get time to show it.
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

/** An account by its number, with the name that it had when GitHub reported it: names change hands. */
export interface Account {
  readonly id: number;
  readonly login: string;
}

/**
 * The account that did something, as GitHub reports it: `type` is `User` for people alone; `at`: milliseconds since the
 * epoch.
 */
export interface Attribution {
  readonly by: Account & { readonly type: string };
  readonly at: number;
  readonly throughApp: boolean;
}
