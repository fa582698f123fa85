/** The issue as it is now, who may do what, signs on it, and what GitHub refuses. */
import { expect, it } from "vitest";
import { githubIssue } from "#adapters/github/github-issue.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { as, asApp, client } from "../../../builders/lab-clients.ts";
import { AT, aGitHub, aGitHubForAll, OPTIONS } from "../../../lab/github/stage.ts";
import { badLine, faults } from "../ref-journal/bad-line.ts";
import { failureOf, hastyClock, requestsOf, theIssue } from "../stage.ts";

const github = await aGitHubForAll();
const ada = as(github, "ada");
const app = await asApp(github);
const newIssue = async (): Promise<number> =>
  (await ada.rest.issues.create({ ...AT, title: "Sum subtracts", body: "It does." })).data.number;

it("reads the issue with one request", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const open = {
    title: "Sum subtracts",
    body: "It does.",
    author: "ada",
    authorId: expect.any(Number),
    open: true,
    labels: [],
    assignees: [],
    comments: 0,
  };
  const asked = await requestsOf(github, async () => expect(await issue.issue()).toEqual(open));
  expect(asked).toEqual([`GET issues/${number}`]);
  await ada.rest.issues.update({ ...AT, issue_number: number, state: "closed", body: "" });
  expect(await issue.issue()).toEqual({ ...open, body: "", open: false });
  expect(issue.number).toBe(number);
});

it("says that there is no such issue", async () => {
  expect((await failureOf((await theIssue(github, 999)).issue())).message).toContain("there is no issue 999, or the token may not see it");
});

it.each([
  { status: 410, body: { message: "This issue was deleted" }, headers: {}, says: "issue 7 was deleted" },
  {
    status: 301,
    body: { message: "Moved Permanently" },
    headers: { location: "https://api.github.com/repositories/9/issues/3" },
    says: "it was transferred, or the repository was renamed (now https://api.github.com/repositories/9/issues/3)",
  },
])("says where an issue went that GitHub answers with $status for [API-06]", async ({ says, ...answer }) => {
  const line = await badLine(github.url, faults("GET /repos/acme/widget/issues/7", answer));
  const failure = await failureOf((await theIssue(github, 7, { url: line.url })).issue());
  expect(failure.message).toContain(says);
  expect(failure.retryable).toBe(false);
});

it("reads a comment of this issue only, and sees that it was edited", async () => {
  const [number, other] = [await newIssue(), await newIssue()];
  const issue = await theIssue(github, number);
  const { data } = await as(github, "rob").rest.issues.createComment({ ...AT, issue_number: number, body: "/approve" });
  const now = {
    body: "/approve",
    account: data.user?.id,
    login: "rob",
    bot: false,
    edited: false,
    throughApp: false,
    hidden: false,
    shows: null,
  };
  const asked = await requestsOf(github, async () => expect(await issue.commentAt(data.id)).toEqual(now));
  expect(asked).toEqual([`GET issues/comments/${data.id}`]);
  expect(await (await theIssue(github, other)).commentAt(data.id)).toBeNull();
  expect(await issue.commentAt(99_999)).toBeNull();
  await expect
    .poll(
      async () => {
        await ada.rest.issues.updateComment({ ...AT, comment_id: data.id, body: "/approve all" });
        return issue.commentAt(data.id);
      },
      { interval: 300 },
    )
    .toEqual({ ...now, body: "/approve all", edited: true });
  const { data: ours } = await app.rest.issues.createComment({ ...AT, issue_number: number, body: "Hello." });
  expect(await issue.commentAt(ours.id)).toMatchObject({ login: "loopwright[bot]", bot: true });
});

it.each([
  { login: "ada", role: "admin" },
  { login: "max", role: "maintain" },
  { login: "wim", role: "write" },
  { login: "tess", role: "triage" },
  { login: "otto", role: "read" },
  { login: "loopwright[bot]", role: "none" },
  { login: "nobody-of-that-name", role: "none" },
])("asks GitHub for the role of $login: $role", async ({ login, role }) => {
  const issue = await theIssue(github, 1);
  const id = Object(await ada.rest.users.getByUsername({ username: login }).catch(() => null)).data?.id ?? 999_999;
  const asked = await requestsOf(github, async () => expect(await issue.roleOf({ id, login })).toBe(role));
  expect(asked).toEqual([`GET collaborators/${encodeURIComponent(login)}/permission`]);
});

it("reacts to the issue and to a comment, as often as it likes, with one request each [API-18]", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const { data } = await ada.rest.issues.createComment({ ...AT, issue_number: number, body: "/approve" });
  const asked = await requestsOf(github, async () => {
    await issue.react({ kind: "issue" }, "eyes");
    await issue.react({ kind: "comment", id: data.id }, "-1");
    await issue.react({ kind: "comment", id: data.id }, "-1");
  });
  expect(asked).toEqual([
    `POST issues/${number}/reactions`,
    `POST issues/comments/${data.id}/reactions`,
    `POST issues/comments/${data.id}/reactions`,
  ]);
  expect(github.reactions.map(({ on, content }) => [on.replace("acme/widget/", ""), content]).slice(-2)).toEqual([
    [`issues/${number}`, "eyes"],
    [`issues/comments/${data.id}`, "-1"],
  ]);
});

it("sets one label in place of another, whether or not that was there [API-18]", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const labels = async () => (await ada.rest.issues.listLabelsOnIssue({ ...AT, issue_number: number })).data.map(({ name }) => name);
  await ada.rest.issues.addLabels({ ...AT, issue_number: number, labels: ["bug"] });
  expect(await requestsOf(github, () => issue.relabel(null, "loop: running"))).toEqual([`POST issues/${number}/labels`]);
  const both = [`DELETE issues/${number}/labels/loop%3A%20running`, `POST issues/${number}/labels`];
  expect(await requestsOf(github, () => issue.relabel("loop: running", "loop: done"))).toEqual(both);
  expect(await requestsOf(github, () => issue.relabel("loop: running", "loop: done"))).toEqual(both);
  expect(await labels()).toEqual(["bug", "loop: done"]);
  expect(await requestsOf(github, () => issue.relabel("loop: done", null))).toHaveLength(1);
  expect(await labels()).toEqual(["bug"]);
  expect(await requestsOf(github, () => issue.relabel(null, null))).toEqual([]);
});

it("knows the address of a comparison", async () => {
  const issue = await theIssue(github, 1);
  expect(issue.compare("main", "loop/7-a b#c")).toBe("https://github.example/acme/widget/compare/main...loop/7-a%20b%23c");
});

it("says when the token's time is over, and never shows it", async () => {
  const own = await aGitHub();
  own.expire("token-of-wim");
  const options = {
    ...AT,
    issue: 1,
    workflow: "x.yml",
    ref: "main",
    isOurs: writersNamed(["loopwright[bot]", ACTIONS_LOGIN]),
    clock: hastyClock(),
    freeze: async () => null,
    serverUrl: "https://github.example",
  };
  const failure = await failureOf(githubIssue(client(own, "token-of-wim"), options).issue());
  expect(failure).toMatchObject({ service: "github", retryable: false });
  expect(failure.message).toBe(
    "GET /repos/acme/widget/issues/1: GitHub answered 401: Bad credentials. What to do: the token is wrong, was revoked or its time is over: get a fresh one, then try again",
  );
  expect(JSON.stringify([failure.cause, Object(failure.cause).stack])).not.toContain("token-of-wim");
});

it("names the permission that is missing, where GitHub names it", async () => {
  const [first] = OPTIONS.apps;
  const weak = await aGitHub({
    apps: [{ id: 1, slug: "weak", clientId: "Iv1.weak", installation: 5, ...first, permissions: { issues: "read" } }],
  });
  const { data } = await as(weak, "ada").rest.issues.create({ ...AT, title: "x" });
  const letter = { key: "plan", body: "The plan.", since: Date.now() };
  const unnamed = await failureOf((await theIssue(weak, data.number)).comment(letter));
  expect(unnamed.message).toContain(
    "403: Resource not accessible by integration. What to do: the token lacks the permission that this needs",
  );
  const body = { message: "Resource not accessible by integration" };
  const headers = { "x-accepted-github-permissions": "issues=write; pull_requests=write" };
  const line = await badLine(weak.url, faults("POST /repos", { status: 403, body, headers }));
  const named = await failureOf((await theIssue(weak, data.number, { url: line.url })).comment(letter));
  expect(named.message).toContain("the token lacks the permission issues=write or pull_requests=write: grant it");
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});
