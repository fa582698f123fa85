/** The consent of a maintainer to a plan: who gave it, when, and in which comment. */
import type { Issue } from "#core/plan/issue.ts";

/**
 * A person's approval, as it arrived. `digest` is the one that they named, at least its first 32 digits; null when they
 * named none.
 */
export interface Consent {
  readonly by: string;
  readonly at: number;
  readonly digest: string | null;
  /** The run is to pause after each iteration. */
  readonly stepwise: boolean;
  /** When the person wrote it, in milliseconds: before `at`, which is when the bot handles it. */
  readonly writtenAt: number;
  /** The comment on GitHub and the number of its author; null off GitHub. */
  readonly comment: number | null;
  readonly account: number | null;
  /** Of the issue; absent off GitHub, where it is not checked. */
  readonly isAuthor?: boolean;
  /** Title and body of the issue as they are now. */
  readonly issue: Pick<Issue, "title" | "body">;
}
