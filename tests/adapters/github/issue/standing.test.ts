/** What GitHub says of somebody's role when it does not say it well, and what a look costs that finds nothing new. */
import { expect, it } from "vitest";
import { AT, aGitHubForAll, as, asApp } from "../../../lab/github/stage.ts";
import { badLine, faults } from "../ref-journal/bad-line.ts";
import { failureOf, requestsOf, theIssue } from "../stage.ts";

const github = await aGitHubForAll();
const wim = { login: "wim", id: (await as(github, "ada").rest.users.getByUsername({ username: "wim" })).data.id };
const ROLE = "GET /repos/acme/widget/collaborators/";

it.each([
  { what: "403", fault: { status: 403, body: { message: "Resource not accessible by integration" } }, retryable: false },
  { what: "500 for ever", fault: { status: 500, body: { message: "Server Error" } }, retryable: true },
])("lets nobody through when GitHub answers $what for a role [AUTH-07]", async ({ fault, retryable }) => {
  const line = await badLine(github.url, faults(ROLE, fault, fault, fault, fault));
  expect(await failureOf((await theIssue(github, 1, { url: line.url })).roleOf(wim))).toMatchObject({ service: "github", retryable });
});

it.each([
  { what: "404", fault: { status: 404, body: { message: "Not Found" } } },
  { what: "no role", fault: { status: 200, body: { user: { id: wim.id } } } },
  { what: "roles that nobody knows", fault: { status: 200, body: { permission: "owner", role_name: "root", user: { id: wim.id } } } },
  { what: "nobody's role", fault: { status: 200, body: { permission: "admin", role_name: "admin", user: null } } },
  { what: "another account's role", fault: { status: 200, body: { permission: "admin", role_name: "admin", user: { id: wim.id + 1 } } } },
  { what: "a list", fault: { status: 200, body: ["admin"] } },
])("takes $what for no role at all [AUTH-07, AUTH-08, AUTH-09]", async ({ fault }) => {
  const line = await badLine(github.url, faults(ROLE, fault));
  expect(await (await theIssue(github, 1, { url: line.url })).roleOf(wim)).toBe("none");
});

it("asks again by what it saw, which GitHub does not count, and sees what changed [API-11]", async () => {
  const { data } = await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  const { data: comment } = await as(github, "wim").rest.issues.createComment({ ...AT, issue_number: data.number, body: "/approve" });
  const issue = await theIssue(github, data.number);
  const look = async () => [await issue.roleOf(wim), (await issue.commentAt(comment.id))?.body];
  const before = github.requests.length;
  expect([await look(), await look()]).toEqual([
    ["write", "/approve"],
    ["write", "/approve"],
  ]);
  const asked = github.requests.slice(before).filter(({ path }) => !path.startsWith("/app/"));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 304, 304]);
  await as(github, "ada").rest.issues.deleteComment({ ...AT, comment_id: comment.id });
  expect(await look()).toEqual(["write", undefined]);
});

it.each([
  { what: "none", answer: { status: 404, body: { message: "Not Found" } }, says: null },
  { what: "an empty one", answer: { status: 200, body: { name: "LOOPWRIGHT_FREEZE", value: "" } }, says: null },
  { what: "1", answer: { status: 200, body: { name: "LOOPWRIGHT_FREEZE", value: "1" } }, says: /LOOPWRIGHT_FREEZE is set/ },
  {
    what: "nothing to an App that may not read it",
    answer: { status: 403, body: { message: "no" } },
    says: /grant the App the permission Variables/,
  },
])("an App that is told $what knows whether all is held up, with one request a minute", async ({ answer, says }) => {
  const line = await badLine(github.url, faults("GET /repos/acme/widget/actions/variables/", answer));
  const issue = await theIssue(github, 1, { url: line.url });
  const asked = await requestsOf(github, async () => {
    for (let count = 0; count < 2; count += 1) {
      if (says === null) expect(await issue.freeze()).toBeNull();
      else expect(await issue.freeze()).toMatch(says);
    }
  });
  expect(asked).toEqual([]);
});

it("does not begin anything when GitHub does not answer for the switch", async () => {
  const down = { status: 502, body: { message: "Bad gateway" } };
  const line = await badLine(github.url, faults("GET /repos/acme/widget/actions/variables/", down, down, down, down));
  expect(await failureOf((await theIssue(github, 1, { url: line.url })).freeze())).toMatchObject({ retryable: true });
});

it("asked nothing that GitHub's description does not know", async () => {
  await asApp(github);
  expect([github.violations, github.failures]).toEqual([[], []]);
});
