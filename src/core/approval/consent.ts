/** The consent of a maintainer to a plan: who gave it, when, and in which comment. */
import type { Issue } from "#core/plan/issue.ts";

/**
 * Somebody's approval, as it arrived. `digest` is what they said out loud, at least its first 12 digits; null when they
 * said nothing.
 */
export interface Consent {
  readonly by: string;
  readonly at: number;
  readonly digest: string | null;
  /** The run is to pause after each iteration. */
  readonly stepwise: boolean;
  /** When it was said, in milliseconds: before `at`, which is when it is heard. */
  readonly writtenAt: number;
  /** The comment on GitHub and the number of its author; null off GitHub. */
  readonly comment: number | null;
  readonly account: number | null;
  /** Of the issue; absent off GitHub, where nobody asks. */
  readonly isAuthor?: boolean;
  /** Title and body of the issue as they are now. */
  readonly issue: Pick<Issue, "title" | "body">;
}
