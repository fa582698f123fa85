/** The border between the loopback GitHub and the runner of jobs: what a workflow run is given, and what comes of it. */

/** What a job may do with its token, as in a workflow's `permissions:` but with GitHub's API names (`pull_requests`). */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** One workflow run, handed to the runner. */
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
  /** A `GITHUB_TOKEN` of this repository with these permissions. It dies with the run (F5). */
  token(permissions: Permissions): Promise<string>;
}

export type Conclusion = "success" | "failure" | "cancelled";

export interface Runner {
  /** Runs the jobs of the workflow. The signal is aborted when the run is cancelled. A throw counts as `failure`. */
  run(job: Dispatched, signal: AbortSignal): Promise<{ readonly conclusion: Conclusion }>;
}
