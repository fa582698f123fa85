/** What the simulated GitHub would send as webhooks is what the product's readers hear. */
import { expect, it } from "vitest";
import { certifiedHeadOf } from "#hub/certified-event.ts";
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { HANDLED_EVENTS, issueEventOf } from "#hub/issue-events.ts";
import { eventPlaceOf, webhookOriginOf } from "#hub/webhook-origin.ts";
import { AT, aSimulation, quickClient } from "./clients.ts";
import type { Delivery } from "./github/things.ts";

/** What is heard of it: by whom, what, of which issue; null for what is none of our business. */
function heard({ event, payload }: Delivery): unknown {
  if (event === "workflow_run.completed") return endedWorkflowRunOf(payload);
  if (event === "check_run.completed") return certifiedHeadOf(payload);
  if (!HANDLED_EVENTS.some((one) => one === event)) return null;
  const found = issueEventOf(event, payload);
  return found === null ? null : [found.issue, found.event.by.login, found.event.happening.kind];
}

it("tells of an issue, from its label to its end, in words that the desk hears", () => {
  const { github, clock } = aSimulation();
  const issue = github.newIssue("otto", { title: "Sum subtracts", body: "It does." });
  github.label(issue, "ada", "agent");
  github.label(issue, "ada", "agent");
  github.comment(issue, "wim", "/approve");
  const id = github.comment(issue, "wim", "/stop");
  clock.pass(2000);
  github.editComment(id, "wim", "/approve");
  github.deleteComment(id, "ada");
  github.unlabel(issue, "ada", "AGENT");
  github.assign(issue, "ada", "loopwright[bot]");
  github.assign(issue, "ada", "wim");
  github.closeIssue(issue, "ada");
  expect(github.deliveries.map((one) => [one.event, heard(one)])).toEqual([
    ["issues.opened", null],
    ["issues.labeled", [issue, "ada", "label_added"]],
    ["issue_comment.created", [issue, "wim", "comment_created"]],
    ["issue_comment.created", [issue, "wim", "comment_created"]],
    ["issue_comment.edited", null],
    ["issue_comment.deleted", null],
    ["issues.unlabeled", [issue, "ada", "label_removed"]],
    ["issues.assigned", [issue, "ada", "assigned"]],
    ["issues.assigned", null],
    ["issues.closed", [issue, "ada", "issue_closed"]],
  ]);
  expect(new Set(github.deliveries.map(({ id: delivery }) => delivery)).size).toBe(10);
  for (const { payload } of github.deliveries) {
    expect(webhookOriginOf(payload)).toMatchObject({ installation: { id: 777 }, repository: { name: "widget", owner: { login: "acme" } } });
    expect(eventPlaceOf(payload).repository.default_branch).toBe("main");
  }
});

it("tells what was said through an App, and by one", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const issue = github.newIssue("ada", { title: "a", body: "b" });
  github.comment(issue, "wim", "/approve", { id: 9, slug: "chat" });
  await quickClient(stage).rest.issues.createComment({ ...AT, issue_number: issue, body: "The plan." });
  const found = github.deliveries.slice(1).map(({ event, payload }) => issueEventOf(event, payload)?.event);
  expect(found).toMatchObject([
    { by: { login: "wim", type: "User" }, throughApp: true },
    { by: { login: "loopwright[bot]", type: "Bot" }, throughApp: true },
  ]);
});

it("tells of a pull request: what is said of it, what is pushed to it, and how it ends", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const issue = github.newIssue("ada", { title: "a", body: "b" });
  const branch = `loop/${issue}-a`;
  github.push(branch, "wim", { "src/new.js": "1\n" });
  const pull = { ...AT, title: "Add", body: `Closes #${issue}`, head: branch, base: "main" };
  const { number } = (await quickClient(stage).rest.pulls.create(pull)).data;
  github.comment(number, "wim", "/redirect otherwise");
  const review = github.review(number, "ada", {
    state: "changes_requested",
    body: "Almost.",
    lines: [{ path: "src/new.js", line: 1, body: "Why?" }],
  });
  github.push(branch, "wim", { "src/new.js": "2\n" });
  const merge = github.mergePull(number, "ada");
  const told = github.deliveries.filter((one) => heard(one) !== null);
  expect(told.map((one) => [one.event, heard(one)])).toEqual([
    ["issue_comment.created", [issue, "wim", "comment_created"]],
    ["pull_request_review.submitted", [issue, "ada", "review_submitted"]],
    ["pull_request.synchronize", [issue, "wim", "pull_pushed"]],
    ["pull_request.closed", [issue, "ada", "pull_merged"]],
    ["issues.closed", [issue, "ada", "issue_closed"]],
  ]);
  expect(told.map(({ event, payload }) => issueEventOf(event, payload)?.event.pull)).toEqual([
    { number, review: null },
    { number, review },
    { number, review: null },
    { number, review: null },
    undefined,
  ]);
  expect(github.refAt("refs/heads/main")).toBe(merge);
});

it("closes the pull request of a branch that is deleted", async () => {
  const stage = aSimulation();
  const { github } = stage;
  github.push("loop/1-a", "wim", { "src/new.js": "1\n" });
  const { number } = (await quickClient(stage).rest.pulls.create({ ...AT, title: "Add", head: "loop/1-a", base: "main" })).data;
  github.deleteBranch("loop/1-a", "ada");
  const last = github.deliveries.at(-1);
  expect([last?.event, last && heard(last)]).toEqual(["pull_request.closed", [1, "ada", "pull_closed"]]);
  expect(github.issue(number)).toMatchObject({ open: false, pull: { mergedAt: null } });
});

it("tells of a workflow run that is over, and of none that goes on", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const inputs = { issue: "7", run_id: "split-20260101-000000", digest: "d".repeat(64) };
  const order = { ...AT, workflow_id: "loopwright.yml", ref: "main", inputs, return_run_details: true };
  await quickClient(stage).rest.actions.createWorkflowDispatch(order);
  const [run] = github.runs();
  github.startRun(run?.id ?? 0);
  github.endRun(run?.id ?? 0, "cancelled");
  const told = github.deliveries.map((one) => [one.event, heard(one)]);
  const title = `Loopwright #7 split-20260101-000000 ${"d".repeat(64)}`;
  expect(told).toEqual([
    ["workflow_run.requested", null],
    ["workflow_run.in_progress", null],
    ["workflow_run.completed", { issue: 7, ended: { id: String(run?.id), title, conclusion: "cancelled" } }],
  ]);
});

it("tells of a check run, and the bot hears of those alone that our job made", async () => {
  const stage = aSimulation();
  const head = stage.github.refAt("refs/heads/main") ?? "";
  const check = { ...AT, name: "loop/score", head_sha: head, status: "completed", conclusion: "success", external_id: "7/a-run" } as const;
  const job = quickClient(stage, stage.github.job({ checks: "write" }));
  for (const client of [job, quickClient(stage)]) await client.rest.checks.create(check);
  for (const other of [{ name: "lint" }, { external_id: "a-run" }, { conclusion: "failure" as const }])
    await job.rest.checks.create({ ...check, ...other });
  await job.rest.checks.create({ ...AT, name: "loop/score", head_sha: head });
  const nothing = ["check_run.completed", null];
  expect(stage.github.deliveries.map((one) => [one.event, heard(one)])).toEqual([
    ["check_run.completed", { issue: 7, certified: { runId: "a-run", head } }],
    ...Array.from({ length: 4 }, () => nothing),
    ["check_run.created", null],
  ]);
});
