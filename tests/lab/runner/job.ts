/** What a workflow run is made of and what comes of it: the border between a GitHub and this runner. */

/** What a job's token may do, by GitHub's API names (`pull_requests`). */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** One workflow run, as GitHub hands it over. */
export interface Dispatched {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  /** Path of the workflow file, read at `sha`. */
  readonly workflow: string;
  /** `refs/heads/…` */
  readonly ref: string;
  readonly sha: string;
  /** What `workflow_dispatch` was given, defaults filled in; empty for other events. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly actor: string;
  readonly event: string;
  readonly payload: unknown;
  /** A `GITHUB_TOKEN` of this repository with these permissions. */
  token(permissions: Permissions): Promise<string>;
}

export type Conclusion = "success" | "failure" | "cancelled";

/** `needs.<job>.result` */
export type JobResult = Conclusion | "skipped";

/** `steps.<id>.outcome` */
export type StepResult = JobResult;
