/** What is kept of a webhook says the same as the webhook, and no more. */
import { expect, it } from "vitest";
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { issueEventOf } from "#hub/issue-events.ts";
import { pickPayloadFields } from "#hub/payload-fields.ts";
import { webhookOriginOf } from "#hub/webhook-origin.ts";

const MORE = { node_id: "x", url: "https://api.github.com/x", reactions: { total_count: 1 } };
const ADA = { id: 7, login: "ada", type: "User", ...MORE };
const TIME = "2026-11-20T11:00:00Z";
const ISSUE = { number: 3, title: "Sum", body: "Closes #3", user: ADA, state: "open", updated_at: TIME, ...MORE };
const AT_HOME = { ...ISSUE, repository_url: "https://api.github.com/repos/acme/widget" };
const COMMENT = { id: 55, body: "/approve", user: ADA, created_at: TIME, updated_at: TIME, ...MORE };
const REPOSITORY = { id: 1, name: "widget", node_id: "R_1", default_branch: "main", owner: { ...ADA, login: "acme" }, topics: ["x"] };
const PULL = {
  number: 8,
  merged: true,
  updated_at: TIME,
  head: { ref: "loop/3-sum", sha: "x", repo: REPOSITORY },
  base: { ref: "main", repo: REPOSITORY },
  ...MORE,
};
const RUN = {
  id: 1001,
  event: "workflow_dispatch",
  path: ".github/workflows/loopwright.yml",
  display_title: `Loopwright #3 sum-is-wrong-20261120-100000 ${"ab".repeat(32)}`,
  conclusion: "failure",
  actor: ADA,
};
const REVIEW = { id: 9, body: "/redirect", state: "changes_requested", user: ADA, submitted_at: TIME, ...MORE };
const common = { sender: ADA, repository: REPOSITORY, installation: { id: 5, node_id: "x" }, organization: { login: "acme" } };

const placed = (payload: object) => {
  const { repository, installation } = webhookOriginOf(payload);
  return { repository, installation };
};

it.each([
  { event: "issues.labeled", told: { issue: AT_HOME, label: { id: 1, name: "loop", color: "fff" } } },
  { event: "issues.unlabeled", told: { issue: ISSUE, label: { name: "loop" } } },
  { event: "issues.closed", told: { issue: { ...ISSUE, state: "closed", user: null, body: null } } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: COMMENT } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: { ...COMMENT, performed_via_github_app: { id: 1, slug: "x" } } } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: { ...COMMENT, performed_via_github_app: null, user: null } } },
  { event: "issue_comment.created", told: { issue: { ...ISSUE, pull_request: { url: "x" } }, comment: COMMENT } },
  { event: "pull_request_review.submitted", told: { pull_request: PULL, review: REVIEW } },
  { event: "pull_request.closed", told: { pull_request: PULL } },
  { event: "pull_request.synchronize", told: { pull_request: { ...PULL, head: { ...PULL.head, repo: null } } } },
])("keeps what is read of $event, and nothing that nobody reads", ({ event, told }) => {
  const payload = { action: event.split(".")[1], ...common, ...told };
  const kept = pickPayloadFields(payload);
  expect(issueEventOf(event, kept)).toEqual(issueEventOf(event, payload));
  expect(placed(kept)).toEqual(placed(payload));
  expect(JSON.stringify(kept)).not.toMatch(/organization|reactions|slug|"url"|topics|sha|color/);
  expect(pickPayloadFields(kept)).toEqual(kept);
});

it("keeps what is read of a workflow run", () => {
  const payload = { action: "completed", ...common, workflow_run: RUN };
  expect(endedWorkflowRunOf(payload)).not.toBeNull();
  expect(endedWorkflowRunOf(pickPayloadFields(payload))).toEqual(endedWorkflowRunOf(payload));
  expect(placed(pickPayloadFields(payload))).toEqual(placed(payload));
});

it("makes nothing sound that is not", () => {
  const kept = pickPayloadFields({ ...common, issue: "x", comment: null, constructor: 1 });
  expect(kept).toEqual({
    sender: { id: 7, login: "ada", type: "User" },
    repository: expect.anything(),
    installation: { id: 5 },
    issue: "x",
    comment: null,
  });
  expect(() => issueEventOf("issue_comment.created", kept)).toThrow(/not as GitHub describes it/);
});
