/** What a webhook asks for is understood once: what the queue stores of it is the task, and no more of the webhook. */
import { expect, it } from "vitest";
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { issueEventOf } from "#hub/issue-events.ts";
import { Task, taskOf } from "#hub/task.ts";

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

const stored = (task: Task | null): unknown => JSON.parse(JSON.stringify(task));

it.each([
  { event: "issues.labeled", told: { issue: AT_HOME, label: { id: 1, name: "loop", color: "fff" } } },
  { event: "issues.unlabeled", told: { issue: ISSUE, label: { name: "loop" } } },
  { event: "issues.assigned", told: { issue: AT_HOME, assignee: { id: 4, login: "loopwright[bot]", type: "Bot", ...MORE } } },
  { event: "issues.assigned", told: { issue: AT_HOME, assignee: ADA } },
  { event: "issues.closed", told: { issue: { ...ISSUE, state: "closed", user: null, body: null } } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: COMMENT } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: { ...COMMENT, performed_via_github_app: { id: 1, slug: "x" } } } },
  { event: "issue_comment.created", told: { issue: ISSUE, comment: { ...COMMENT, performed_via_github_app: null, user: null } } },
  { event: "issue_comment.created", told: { issue: { ...ISSUE, pull_request: { url: "x" } }, comment: COMMENT } },
  { event: "pull_request_review.submitted", told: { pull_request: PULL, review: REVIEW } },
  { event: "pull_request.closed", told: { pull_request: PULL } },
  { event: "pull_request.synchronize", told: { pull_request: { ...PULL, head: { ...PULL.head, repo: null } } } },
])("stores the task of $event whole, and nothing else of the webhook", ({ event, told }) => {
  const payload = { action: event.split(".")[1], ...common, ...told };
  const task = taskOf(event, payload);
  const found = issueEventOf(event, payload);
  expect(task?.work ?? null).toEqual(found && { kind: "event", event: found.event });
  if (task === null) return;
  expect(Task.parse(stored(task))).toEqual(task);
  expect(task).toMatchObject({ issue: 3, repository: { name: "widget", owner: { login: "acme" } }, installation: { id: 5 } });
  expect(JSON.stringify(task)).not.toMatch(/organization|reactions|slug|"url"|topics|sha|color|"\/approve"/);
});

it("stores the end of a workflow run", () => {
  const payload = { action: "completed", ...common, workflow_run: RUN };
  const task = taskOf("workflow_run.completed", payload);
  expect(task).toMatchObject({ issue: 3, work: { kind: "ended", ended: endedWorkflowRunOf(payload)?.ended } });
  expect(Task.parse(stored(task))).toEqual(task);
  expect(taskOf("workflow_run.completed", { ...payload, workflow_run: { ...RUN, path: "other.yml" } })).toBeNull();
});

it.each([
  { name: "check_suite.completed", told: { check_suite: { head_branch: "loop/3-sum", pull_requests: [MORE], ...MORE } }, issue: 3 },
  { name: "check_suite.completed", told: { check_suite: { head_branch: "loop/3-sum", pull_requests: [] } }, issue: null },
  { name: "check_suite.completed", told: { check_suite: { head_branch: "main", pull_requests: [MORE] } }, issue: null },
  { name: "check_suite.completed", told: { check_suite: { head_branch: null, pull_requests: [MORE] } }, issue: null },
  { name: "status", told: { state: "failure", branches: [{ name: "main" }, { name: "loop/3-sum" }], context: "ci" }, issue: 3 },
  { name: "status", told: { state: "success", branches: [{ name: "main" }] }, issue: null },
  { name: "status", told: { state: "pending", branches: [{ name: "loop/3-sum" }] }, issue: null },
])("asks for a look at the checks by $name of $issue, and stores no word of them", ({ name, told, issue }) => {
  const task = taskOf(name, { ...common, ...told });
  if (issue === null) return expect(task).toBeNull();
  expect(task).toMatchObject({ issue, work: { kind: "checks" } });
  expect(Task.parse(stored(task))).toEqual(task);
  expect(JSON.stringify(task)).not.toMatch(/failure|context/);
});

it("refuses a webhook about checks of another shape", () => {
  expect(() => taskOf("status", { ...common, state: "failure" })).toThrow(/not as GitHub describes it/);
});

it.each([
  { what: "another kind of work", task: { work: { kind: "shell" } } },
  { what: "a command that the grammar has not", task: { work: { kind: "event", event: { happening: { kind: "comment_created" } } } } },
  { what: "no installation", task: { installation: null } },
])("refuses what is stored with $what", ({ task }) => {
  const sound = taskOf("issue_comment.created", { ...common, issue: ISSUE, comment: COMMENT });
  expect(Task.safeParse({ ...sound, ...task }).success).toBe(false);
});

it("makes nothing sound that is not", () => {
  const payload = { ...common, issue: "x", comment: null, constructor: 1 };
  expect(() => taskOf("issue_comment.created", payload)).toThrow(/not as GitHub describes it/);
  const away = { ...ISSUE, repository_url: "https://api.github.com/repos/acme/other" };
  expect(() => taskOf("issues.closed", { ...common, issue: away })).toThrow(/issue of another repository/);
});
