/** What is said of commits beside check runs. */
import type { RepositoryOptions } from "./options.ts";

/** What somebody, mostly a CI elsewhere, says of a commit: the last word in each context counts. */
export interface CommitStatus {
  readonly repository: RepositoryOptions;
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly by: string;
  readonly at: string;
}
