/** Operations that we use and that the slice of GitHub's description lacks: written by hand from GitHub's reference, so weaker evidence. */

interface OwnOperation {
  readonly method: string;
  readonly path: string;
  /** Query parameters that it takes. */
  readonly query?: readonly string[];
  /** Top-level properties that its body takes; absent where there is no body. */
  readonly body?: readonly string[];
}

const REPOSITORY = "/repos/{owner}/{repo}";
const PAGES = ["per_page", "page"];

export const OURS: readonly OwnOperation[] = [
  { method: "GET", path: "/user" },
  { method: "GET", path: "/users/{username}" },
  { method: "GET", path: "/app" },
  { method: "GET", path: "/app/installations", query: PAGES },
  { method: "GET", path: "/app/installations/{installation_id}" },
  { method: "DELETE", path: "/installation/token" },
  {
    method: "GET",
    path: `${REPOSITORY}/issues`,
    query: [...PAGES, "state", "labels", "since", "sort", "direction", "creator", "assignee"],
  },
  { method: "GET", path: `${REPOSITORY}/issues/comments`, query: [...PAGES, "since", "sort", "direction"] },
  { method: "GET", path: `${REPOSITORY}/issues/comments/{comment_id}` },
  { method: "DELETE", path: `${REPOSITORY}/issues/comments/{comment_id}` },
  { method: "PUT", path: `${REPOSITORY}/issues/{issue_number}/labels`, body: ["labels"] },
  { method: "DELETE", path: `${REPOSITORY}/issues/{issue_number}/labels` },
  { method: "POST", path: `${REPOSITORY}/issues/{issue_number}/assignees`, body: ["assignees"] },
  { method: "DELETE", path: `${REPOSITORY}/issues/{issue_number}/assignees`, body: ["assignees"] },
  { method: "PUT", path: `${REPOSITORY}/issues/{issue_number}/lock`, body: ["lock_reason"] },
  { method: "DELETE", path: `${REPOSITORY}/issues/{issue_number}/lock` },
  { method: "GET", path: `${REPOSITORY}/issues/{issue_number}/events`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/issues/{issue_number}/reactions`, query: [...PAGES, "content"] },
  { method: "GET", path: `${REPOSITORY}/issues/comments/{comment_id}/reactions`, query: [...PAGES, "content"] },
  { method: "DELETE", path: `${REPOSITORY}/issues/{issue_number}/reactions/{reaction_id}` },
  { method: "DELETE", path: `${REPOSITORY}/issues/comments/{comment_id}/reactions/{reaction_id}` },
  { method: "GET", path: `${REPOSITORY}/labels`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/labels/{name}` },
  { method: "GET", path: `${REPOSITORY}/branches/{branch}` },
  { method: "GET", path: `${REPOSITORY}/commits`, query: [...PAGES, "sha", "path", "since", "until"] },
  { method: "GET", path: `${REPOSITORY}/commits/{ref}`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/commits/{ref}/check-runs`, query: [...PAGES, "check_name", "status", "filter", "app_id"] },
  { method: "GET", path: `${REPOSITORY}/check-runs/{check_run_id}` },
  { method: "PUT", path: `${REPOSITORY}/pulls/{pull_number}/merge`, body: ["commit_title", "commit_message", "sha", "merge_method"] },
  { method: "GET", path: `${REPOSITORY}/pulls/{pull_number}/reviews`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/pulls/{pull_number}/comments`, query: [...PAGES, "since", "sort", "direction"] },
  { method: "GET", path: `${REPOSITORY}/pulls/{pull_number}/reviews/{review_id}/comments`, query: PAGES },
  { method: "POST", path: `${REPOSITORY}/pulls/{pull_number}/comments/{comment_id}/replies`, body: ["body"] },
  { method: "GET", path: `${REPOSITORY}/pulls/{pull_number}/commits`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/actions/workflows`, query: PAGES },
  { method: "GET", path: `${REPOSITORY}/actions/workflows/{workflow_id}` },
  { method: "GET", path: `${REPOSITORY}/actions/workflows/{workflow_id}/runs`, query: [...PAGES, "event", "status", "branch", "created"] },
  { method: "POST", path: `${REPOSITORY}/actions/runs/{run_id}/rerun`, body: ["enable_debug_logging"] },
  { method: "GET", path: `${REPOSITORY}/actions/variables/{name}` },
];
