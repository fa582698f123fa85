/** From payloads to what is heard: pure. */

import { expect, it } from "vitest";
import { commentCreated, reviewSubmitted } from "#core/commands/trigger-event.ts";
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { issueEventOf } from "#hub/issue-events.ts";
import { eventPlaceOf, namesInstallation, webhookOriginOf } from "#hub/webhook-origin.ts";
import { priorityOf } from "#loop/control/handle/event-intent.ts";

const ADA = { id: 7, login: "ada", type: "User", node_id: "U_7" };
const ISSUE = {
  number: 3,
  title: "Sum is wrong",
  body: "It subtracts.",
  user: { id: 9, login: "otto", type: "User" },
  state: "open",
  updated_at: "2026-11-20T10:00:00Z",
  labels: [],
};
const COMMENT = { id: 55, body: "/approve", user: ADA, created_at: "2026-11-20T11:00:00Z", updated_at: "2026-11-20T11:00:00Z" };
const RUN = {
  id: 1001,
  event: "workflow_dispatch",
  path: ".github/workflows/loopwright.yml",
  display_title: `Loopwright #3 sum-is-wrong-20261120-100000 ${"ab".repeat(32)}`,
  conclusion: "failure",
};

const common = { sender: ADA, issue: ISSUE };

it("hears who commented, not who sent it, and when", () => {
  expect(issueEventOf("issue_comment.created", { ...common, sender: { ...ADA, id: 1 }, comment: COMMENT })).toEqual({
    issue: 3,
    event: {
      happening: commentCreated("/approve", false),
      by: { id: 7, login: "ada", type: "User" },
      issue: { title: "Sum is wrong", body: "It subtracts.", author: "otto", authorId: 9, open: true },
      comment: 55,
      throughApp: false,
      at: Date.parse("2026-11-20T11:00:00Z"),
      ours: [],
    },
  });
});

const WAITS = { ...ISSUE, labels: [{ name: "loop" }, { name: "loop:awaiting-approval" }] };

it.each([
  { what: "a remark on an issue whose plan waits", issue: WAITS, body: "Keep the name.", happening: { kind: "remark_created" } },
  { what: "a command there", issue: WAITS, body: "/approve", happening: commentCreated("/approve", false) },
  { what: "a command of another bot there", issue: WAITS, body: " /merge", happening: commentCreated(" /merge", false) },
  { what: "a remark on every other issue", issue: ISSUE, body: "Keep the name.", happening: commentCreated("Keep the name.", false) },
  {
    what: "a remark on an issue of which no labels are told",
    issue: { ...ISSUE, labels: undefined },
    body: "Keep the name.",
    happening: commentCreated("Keep the name.", false),
  },
])("hears $what as what it is", ({ issue, body, happening }) => {
  const told = issueEventOf("issue_comment.created", { ...common, issue, comment: { ...COMMENT, body } });
  expect(told?.event).toEqual({ ...issueEventOf("issue_comment.created", { ...common, comment: COMMENT })?.event, happening });
});

it.each([
  { event: "issues.labeled", more: { label: { name: "loop" } }, happening: { kind: "label_added", label: "loop" } },
  { event: "issues.unlabeled", more: { label: { name: "loop" } }, happening: { kind: "label_removed", label: "loop" } },
  {
    event: "issues.assigned",
    more: { assignee: { id: 4, login: "loopwright[bot]", type: "Bot" } },
    happening: { kind: "assigned", login: "loopwright[bot]" },
  },
  { event: "issues.closed", more: {}, happening: { kind: "issue_closed" } },
])("hears of $event from its sender", ({ event, more, happening }) => {
  const told = issueEventOf(event, { ...common, ...more });
  expect(told?.event).toMatchObject({ happening, by: { id: 7 }, comment: null, at: Date.parse(ISSUE.updated_at) });
});

it.each(["Bot", "Mannequin", "Organization", "user", ""])(
  "hears an account of the type %j, and knows that it is no person [WH-22]",
  (type) => {
    for (const [event, more] of [
      ["issues.labeled", { sender: { ...ADA, type }, label: { name: "loop" } }],
      ["issue_comment.created", { comment: { ...COMMENT, user: { ...ADA, type } } }],
    ] as const) {
      const told = issueEventOf(event, { ...common, ...more });
      expect([told === null, told && priorityOf(told.event)]).toEqual([false, null]);
    }
  },
);

it.each([{ assignee: ADA }, { assignee: null }, {}])("does not hear that an issue was assigned to a person or to nobody: %o", (more) => {
  expect(issueEventOf("issues.assigned", { ...common, ...more })).toBeNull();
});

it("hears that an App said it in a person's name, on the issue and on a pull request [AUTH-11]", () => {
  const comment = { ...COMMENT, performed_via_github_app: { id: 9, slug: "helper" } };
  const onPull = { ...ISSUE, number: 8, body: "Closes #3", pull_request: { url: "x" } };
  for (const issue of [ISSUE, onPull]) {
    expect(issueEventOf("issue_comment.created", { ...common, issue, comment })?.event.throughApp).toBe(true);
    expect(issueEventOf("issue_comment.created", { ...common, issue, comment: COMMENT })?.event.throughApp).toBe(false);
  }
});

it("knows an edited comment, an empty body, a closed issue and an author who is gone", () => {
  const comment = { ...COMMENT, updated_at: "2026-11-20T11:00:01Z" };
  const told = issueEventOf("issue_comment.created", { issue: { ...ISSUE, body: null, user: null, state: "closed" }, comment });
  expect(told?.event).toMatchObject({
    happening: { edited: true },
    issue: { body: "", author: "ghost", authorId: 0, open: false },
  });
});

it.each([
  { what: "a comment on a pull request", payload: { issue: { ...ISSUE, pull_request: { url: "x" } }, comment: COMMENT } },
  { what: "a comment of nobody", payload: { issue: ISSUE, comment: { ...COMMENT, user: null } } },
])("does not hear $what [WH-22]", ({ payload }) => {
  expect(issueEventOf("issue_comment.created", payload)).toBeNull();
});

it.each([
  { what: "another event's payload", event: "issue_comment.created", payload: { ...common, label: { name: "loop" } } },
  { what: "no sender", event: "issues.labeled", payload: { issue: ISSUE, label: { name: "loop" } } },
  { what: "an assignee without a name", event: "issues.assigned", payload: { ...common, assignee: { login: 7, type: "User" } } },
  { what: "an event that was not asked for", event: "issues.opened", payload: common },
])("refuses $what, and says what is wrong [WH-09, WH-22]", ({ event, payload }) => {
  expect(() => issueEventOf(event, payload)).toThrow(/not as GitHub describes it/);
});

it.each([{ path: RUN.path }, { path: `${RUN.path}@refs/heads/main` }])("knows the end of a workflow run of ours ($path)", ({ path }) => {
  const ended = { id: "1001", title: RUN.display_title, conclusion: "failure" };
  expect(endedWorkflowRunOf({ workflow_run: { ...RUN, path } })).toEqual({ issue: 3, ended });
});

it.each([
  { path: ".github/workflows/other.yml" },
  { event: "push" },
  { display_title: "Loopwright" },
  { display_title: `Loopwright #03 r ${"ab".repeat(32)}` },
  { display_title: `Loopwright #3 ../x ${"ab".repeat(32)}` },
  { display_title: "Loopwright #3 r nothing" },
])("does not take another workflow run for ours: %o", (other) => {
  expect(endedWorkflowRunOf({ workflow_run: { ...RUN, ...other } })).toBeNull();
});

const PULL = {
  number: 8,
  merged: false,
  updated_at: "2026-11-20T12:00:00Z",
  head: { ref: "loop/3-sum-is-wrong", repo: { id: 1 } },
  base: { repo: { id: 1 } },
};
const REVIEW = { id: 31, body: "Almost.", state: "changes_requested", user: ADA, submitted_at: "2026-11-20T13:00:00Z" };

it("hears a review that requests changes, for the issue that the branch names", () => {
  expect(issueEventOf("pull_request_review.submitted", { sender: ADA, pull_request: PULL, review: REVIEW })).toMatchObject({
    issue: 3,
    event: {
      happening: reviewSubmitted("Almost."),
      by: { id: 7 },
      issue: { authorId: 0 },
      comment: null,
      at: Date.parse("2026-11-20T13:00:00Z"),
      pull: { number: 8, review: 31 },
    },
  });
  const silent = { sender: ADA, pull_request: PULL, review: { ...REVIEW, body: null, state: "CHANGES_REQUESTED" } };
  expect(issueEventOf("pull_request_review.submitted", silent)?.event.happening).toEqual(reviewSubmitted(""));
});

it.each([
  { event: "pull_request.closed", merged: false, kind: "pull_closed" },
  { event: "pull_request.closed", merged: null, kind: "pull_closed" },
  { event: "pull_request.closed", merged: true, kind: "pull_merged" },
  { event: "pull_request.synchronize", merged: false, kind: "pull_pushed" },
])("hears who took a pull request over: $kind", ({ event, merged, kind }) => {
  const told = issueEventOf(event, { sender: ADA, pull_request: { ...PULL, merged } });
  expect(told).toMatchObject({ issue: 3, event: { happening: { kind }, by: { id: 7 }, pull: { number: 8, review: null } } });
});

it.each([
  { when: "as it was written", body: "It adds.\n\nCloses #3\n\n<!-- loopwright-issue:3 -->\n" },
  { when: "of a draft, which closes nothing", body: "It adds.\n\n<!-- loopwright-issue:3 -->\n" },
  { when: "as somebody edited it", body: "Closes #9\r\n\r\n<!-- loopwright-issue:3 -->\r\nFixes #4" },
  { when: "where it quotes another mark", body: "```\n<!-- loopwright-issue:9 -->\n```\n\nCloses #3\n\n<!-- loopwright-issue:3 -->\n" },
  { when: "of an old version", body: "It adds.\n\nCloses #3\n\n<!-- x -->" },
])("hears a comment on a pull request for the issue that its text names, $when", ({ body }) => {
  const issue = { ...ISSUE, number: 8, body, pull_request: { url: "x" } };
  expect(issueEventOf("issue_comment.created", { ...common, issue, comment: COMMENT })).toMatchObject({
    issue: 3,
    event: { happening: commentCreated("/approve", false), comment: 55, pull: { number: 8, review: null } },
  });
});

it.each([
  { what: "a review that only comments", pull: PULL, review: { ...REVIEW, state: "commented" } },
  { what: "a review of nobody", pull: PULL, review: { ...REVIEW, user: null } },
  { what: "another branch", pull: { ...PULL, head: { ...PULL.head, ref: "fix/3-sum" } }, review: REVIEW },
  { what: "a fork", pull: { ...PULL, head: { ...PULL.head, repo: { id: 2 } } }, review: REVIEW },
  { what: "a fork that is gone", pull: { ...PULL, head: { ...PULL.head, repo: null } }, review: REVIEW },
])("does not hear a review of $what", ({ pull, review }) => {
  expect(issueEventOf("pull_request_review.submitted", { sender: ADA, pull_request: pull, review })).toBeNull();
});

it("refuses a review of another shape", () => {
  expect(() => issueEventOf("pull_request_review.submitted", { sender: ADA, pull_request: {}, review: REVIEW })).toThrow(/not as GitHub/);
});

it("needs an installation to act as [WH-23]", () => {
  const repository = { id: 1, name: "widget", node_id: "R_1", default_branch: "main", owner: { login: "acme" } };
  expect(webhookOriginOf({ repository, installation: { id: 7 } }).installation.id).toBe(7);
  expect(() => webhookOriginOf({ repository })).toThrow(/installation/);
  const given = [
    { repository, installation: { id: 7 } },
    { repository },
    { repository, installation: null },
    { installation: { id: "7" } },
  ];
  expect(given.map(namesInstallation)).toEqual([true, false, false, false]);
});

it.each([
  { at: "https://api.github.com/repos/acme/widget", fits: true },
  { at: "https://ghe.example/api/v3/repos/Acme/Widget", fits: true },
  { at: "https://api.github.com/repos/acme/vault", fits: false },
  { at: "https://api.github.com/repos/other/widget", fits: false },
])("takes no event of a repository that tells of an issue at $at: $fits [AUTH-24]", ({ at, fits }) => {
  const payload = {
    repository: { id: 1, name: "widget", node_id: "R_1", default_branch: "main", owner: { login: "acme" } },
    installation: { id: 7 },
    issue: { number: 3, repository_url: at },
  };
  for (const read of [webhookOriginOf, eventPlaceOf]) {
    if (fits) expect(read(payload).repository.id).toBe(1);
    else expect(() => read(payload)).toThrow(/an issue of another repository/);
  }
});
