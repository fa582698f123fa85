/** A law that every `GitHub` keeps, and the issue that it is held against. */
import type { GitHub } from "#ports/github.ts";
import type { Account } from "#ports/github-comments.ts";
import type { ReactionTarget } from "#ports/github-types.ts";

/** One open issue without comments and labels, in a repository with the workflow that a dispatch starts. */
export interface GitHubHarness {
  readonly github: GitHub;
  /** A person of whom `roleOf` says `write`; one of whom it says `read`; a name that nobody has. */
  readonly people: { readonly writer: Account; readonly reader: Account; readonly nobody: Account };
  /** The texts of all comments, oldest first, each without what nobody sees. */
  readonly comments: () => Promise<readonly string[]>;
  readonly labels: () => Promise<readonly string[]>;
  readonly reactions: (target: ReactionTarget) => Promise<readonly string[]>;
  /** How many workflow runs were started. */
  readonly runs: () => Promise<number>;
  /** The writer comments; gives the id of the comment and the number of the account. */
  readonly write: (body: string) => Promise<{ readonly id: number; readonly account: number }>;
  /** The writer changes what they wrote. */
  readonly amend: (id: number, body: string) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  /** The writer sets a label. */
  readonly label: (name: string) => Promise<void>;
  /** The writer assigns the issue to the bot. */
  readonly assign: (login: string) => Promise<void>;
  /** Somebody closes the issue. */
  readonly close: () => Promise<void>;
  /** A pull request from `loop/7-split` to `main`, with a review that says these of lines of `src/new.js`. */
  readonly reviewed: (texts: readonly string[]) => Promise<{ readonly number: number; readonly head: string; readonly review: number }>;
  /** CI says so of a commit, beside the mark of ours: a check run that goes on where it has no conclusion. */
  readonly checked: (commit: string, checks: readonly { readonly name: string; readonly conclusion: string | null }[]) => Promise<void>;
  /** Somebody closes a pull request without merging it. */
  readonly shut: (pull: number) => Promise<void>;
  /** What stands on it, oldest first, each with the comment that it answers, null for none, and without what nobody sees. */
  readonly saidOn: (pull: number) => Promise<readonly (readonly [to: number | null, body: string])[]>;
}

export interface GitHubLaw {
  readonly law: string;
  readonly holds: (harness: GitHubHarness) => Promise<void>;
}
