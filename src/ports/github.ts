/** One issue on GitHub: what a run reads there, and what it writes there. */
import type { CommitCheck } from "#core/ci/commit-check.ts";
import type { RepositoryRole } from "#core/commands/permission.ts";
import type { ReviewThread } from "#core/events/data/pull-request-comment.ts";
import type { ListedIssue } from "#core/planning/related-issues.ts";
import type { PullRequestState } from "#core/run/pull-request-state.ts";
import type {
  Account,
  Attribution,
  CommentNow,
  IssueComments,
  NewComment,
  Remark,
  ThreadReply,
  UserComment,
} from "./github-comments.ts";
import type { BaseCommitNow, Reaction, ReactionTarget, WorkflowDispatch } from "./github-types.ts";

/** The issue as it is now. `body` is "" where GitHub has none. */
export interface IssueNow {
  readonly title: string;
  readonly body: string;
  readonly author: string;
  /** The number of the author's account; 0 where it was deleted. */
  readonly authorId: number;
  readonly open: boolean;
  readonly labels: readonly string[];
  /** Logins. */
  readonly assignees: readonly string[];
  /** How many comments it has, of anybody. */
  readonly comments: number;
}

/** All methods throw `Failure("github")`; the message says what was refused and what to do. */
export interface GitHub {
  /** Number of the issue. */
  readonly number: number;
  /** Address of the repository, such as `https://github.com/owner/name`. */
  readonly address: string;
  /**
   * True where a hand-over digest started this workflow run: the job that made the hand-over has checked which plan
   * people were shown.
   */
  readonly approvalChecked: boolean;
  issue(): Promise<IssueNow>;
  /** Looks a commit up on the default branch. A configuration file that is no text counts as missing. */
  baseCommit(commit: string): Promise<BaseCommitNow>;
  /** What moved last of the repository's issues and pull requests, at most 30, newest first; this one too. */
  neighbours(): Promise<readonly ListedIssue[]>;
  /** These issues and pull requests, in this order; one that is not there is left out. A request for each. */
  listed(numbers: readonly number[]): Promise<readonly ListedIssue[]>;
  /** What people have said about the issue, oldest first: of the first hundred comments and the newest two hundred. */
  remarks(): Promise<readonly Remark[]>;
  /** Null when there is no such comment on this issue. */
  commentAt(id: number): Promise<CommentNow | null>;
  /** The `shows` of `commentAt`, asked for once: it never changes. Null where there is no such comment. */
  shownBy(id: number): Promise<string | null>;
  /**
   * The role of an account now, asked of GitHub (never `author_association`); `none` for an account without one, and
   * where the name is another account's by now.
   */
  roleOf(account: Account): Promise<RepositoryRole>;
  /**
   * The reason why everything is held up here (core/config/kill-switch): the kill switch is on, or it cannot be read;
   * null when nothing is.
   */
  freeze(): Promise<string | null>;
  /** Adds a reaction; false where it was there already. Idempotent. */
  react(target: ReactionTarget, reaction: Reaction): Promise<boolean>;
  /**
   * Another writer of the run was seen: effects that were pending until then, in milliseconds, may be sent by it, so
   * that each is looked for before it is sent. Sends no request.
   */
  noteOtherWriter(until: number): void;
  /** Creates the comment unless one of ours with this key is there, and gives its id. A retry makes no second one. */
  comment(comment: NewComment): Promise<string>;
  /**
   * The number of our comments on the issue, or on the pull request `on`, that moved after `since` and have a key that
   * begins so, among the first hundred comments that did.
   */
  countComments(prefix: string, since: number, on?: number): Promise<number>;
  /** The comments of the issue, of all that moved after `since` (milliseconds). */
  commentsSince(since: number): Promise<IssueComments>;
  /**
   * Comments of people that begin with a slash, written after `since` (milliseconds), answered or not, the oldest
   * first: of the newest comments that moved, a hundred at least. Each call reads at most three hundred, and the next
   * one goes on there. Costs nothing while none moves.
   */
  commandsSince(since: number): Promise<readonly UserComment[]>;
  /**
   * The account that set this label last; null where none did, and where a final reaction of ours on the issue shows
   * that the label was handled.
   */
  labelled(label: string): Promise<Attribution | null>;
  /** The same for the account that assigned the issue to this login last. */
  assigned(login: string): Promise<Attribution | null>;
  /** The repository's checks of a commit as they are now: its check runs and commit statuses, without ours. */
  checksOf(commit: string): Promise<readonly CommitCheck[]>;
  /** A pull request of the repository. */
  pull(number: number): Promise<PullRequestState>;
  /**
   * The comments on lines that a review of a pull request has, oldest first, at most `THREADS`; texts that are too long
   * are cut.
   */
  threads(pull: number, review: number): Promise<readonly ReviewThread[]>;
  /** Answers comments on lines of a pull request, each once, as `comment` does; one that was deleted is left out. */
  reply(pull: number, replies: readonly ThreadReply[]): Promise<void>;
  /**
   * Replaces the text of a comment of ours. `shows`: the new text may show a plan; what the comment was created to show
   * stays, whichever plan this is. Idempotent.
   */
  edit(id: string, comment: Pick<NewComment, "key" | "body" | "shows">): Promise<void>;
  /** Deletes a comment of ours that was posted twice; one that is gone is as it should be. Idempotent. */
  retract(id: string): Promise<void>;
  /** Removes one label and sets another; null for none. Idempotent. */
  relabel(from: string | null, to: string | null): Promise<void>;
  /** Starts the workflow unless a run of it for this order is there, and gives the id of the workflow run. */
  dispatch(order: WorkflowDispatch): Promise<string>;
  /** Cancels a workflow run; one that is over, or gone, is as it should be. Idempotent. */
  cancel(workflowRun: string): Promise<void>;
  /** Address of the comparison of two commits or branches. */
  compare(base: string, head: string): string;
}
