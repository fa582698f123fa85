/** Defines what Loopwright needs of a repository on GitHub, and what was found there. */

/**
 * The permissions that an App's tokens ask for: state refs and pull requests' branches, comments and labels, answers in
 * threads, the start of the workflow, the kill switch, the checks of its pull requests.
 */
export const APP_PERMISSIONS = {
  actions: "write",
  actions_variables: "read",
  checks: "read",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
  statuses: "read",
} as const;

/** The webhooks that the bot handles, without their actions. */
export const APP_EVENTS = [
  "check_run",
  "check_suite",
  "issue_comment",
  "issues",
  "pull_request",
  "pull_request_review",
  "status",
  "workflow_run",
] as const;

/** An App's installation on a repository. */
export interface AppInstallation {
  /** Its page on GitHub, where permissions are accepted. */
  readonly url: string;
  readonly suspended: boolean;
  /** By GitHub's names: `pull_requests: write`. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Names of webhooks, without their actions. */
  readonly events: readonly string[];
}

/** What the workflow file says, as far as its setup is concerned. */
export interface WorkflowLook {
  /** Words of the triggers: `workflow_dispatch`, `issues`. */
  readonly triggers: readonly string[];
  /** What jobs and steps use: `loopwright/loopwright/.github/workflows/loop.yml@v1`. */
  readonly uses: readonly string[];
  /** Runner labels of its own jobs. */
  readonly runners: readonly string[];
}

/** What was found of a repository. Null: the token may not see it. */
export interface GitHubSetup {
  readonly branch: string;
  /** Of the workflow file on that branch. "missing", "other": no file, and one that is no workflow. */
  readonly workflow: WorkflowLook | "missing" | "other";
  /** The label by which a run begins, and whether it is there. */
  readonly label: { readonly name: string; readonly isThere: boolean };
  /** Names of secrets that workflows get, also of the organisation. */
  readonly secrets: readonly string[] | null;
  readonly variables: readonly string[] | null;
  readonly actionsOn: boolean | null;
  /** Whether workflows may open pull requests. */
  readonly mayOpen: boolean | null;
  /** Kinds of rules that hold for branches of runs: `creation`, `required_signatures`. */
  readonly rules: readonly string[];
  /** "none": the App is not installed. Null: there was no key of the App to ask with. */
  readonly installation: AppInstallation | "none" | null;
}
