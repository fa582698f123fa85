/** From payloads to what is heard: pure. */
import { expect, it } from "vitest";
import { endedOf, heardOf, originOf } from "#hub/heard.ts";

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
  expect(heardOf("issue_comment.created", { ...common, sender: { ...ADA, id: 1 }, comment: COMMENT })).toEqual({
    issue: 3,
    heard: {
      happening: { kind: "comment_created", body: "/approve", edited: false },
      by: { id: 7, login: "ada", type: "User" },
      issue: { title: "Sum is wrong", body: "It subtracts.", author: "otto", authorId: 9, open: true },
      comment: 55,
      at: Date.parse("2026-11-20T11:00:00Z"),
      ours: [],
    },
  });
});

it.each([
  { event: "issues.labeled", more: { label: { name: "loop" } }, happening: { kind: "label_added", label: "loop" } },
  { event: "issues.unlabeled", more: { label: { name: "loop" } }, happening: { kind: "label_removed", label: "loop" } },
  { event: "issues.closed", more: {}, happening: { kind: "issue_closed" } },
])("hears of $event from its sender", ({ event, more, happening }) => {
  const told = heardOf(event, { ...common, ...more });
  expect(told?.heard).toMatchObject({ happening, by: { id: 7 }, comment: null, at: Date.parse(ISSUE.updated_at) });
});

it("knows an edited comment, an empty body, a closed issue and an author who is gone", () => {
  const comment = { ...COMMENT, updated_at: "2026-11-20T11:00:01Z" };
  const told = heardOf("issue_comment.created", { issue: { ...ISSUE, body: null, user: null, state: "closed" }, comment });
  expect(told?.heard).toMatchObject({
    happening: { edited: true },
    issue: { body: "", author: "ghost", authorId: 0, open: false },
  });
});

it.each([
  { what: "a comment on a pull request", payload: { issue: { ...ISSUE, pull_request: { url: "x" } }, comment: COMMENT } },
  { what: "a comment of nobody", payload: { issue: ISSUE, comment: { ...COMMENT, user: null } } },
])("does not hear $what", ({ payload }) => {
  expect(heardOf("issue_comment.created", payload)).toBeNull();
});

it.each([
  { what: "another event's payload", event: "issue_comment.created", payload: { ...common, label: { name: "loop" } } },
  { what: "no sender", event: "issues.labeled", payload: { issue: ISSUE, label: { name: "loop" } } },
  { what: "an event that was not asked for", event: "issues.opened", payload: common },
])("refuses $what, and says what is wrong", ({ event, payload }) => {
  expect(() => heardOf(event, payload)).toThrow(/not as GitHub describes it/);
});

it.each([{ path: RUN.path }, { path: `${RUN.path}@refs/heads/main` }])("knows the end of a workflow run of ours ($path)", ({ path }) => {
  const ended = { id: "1001", title: RUN.display_title, conclusion: "failure" };
  expect(endedOf({ workflow_run: { ...RUN, path } })).toEqual({ issue: 3, ended });
});

it.each([
  { path: ".github/workflows/other.yml" },
  { event: "push" },
  { display_title: "Loopwright" },
  { display_title: `Loopwright #03 r ${"ab".repeat(32)}` },
  { display_title: `Loopwright #3 ../x ${"ab".repeat(32)}` },
  { display_title: "Loopwright #3 r nothing" },
])("does not take another workflow run for ours: %o", (other) => {
  expect(endedOf({ workflow_run: { ...RUN, ...other } })).toBeNull();
});

it("needs an installation to act as", () => {
  const repository = { name: "widget", node_id: "R_1", default_branch: "main", owner: { login: "acme" } };
  expect(originOf({ repository, installation: { id: 7 } }).installation.id).toBe(7);
  expect(() => originOf({ repository })).toThrow(/installation/);
});
