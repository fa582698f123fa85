/** Who may do what: people by their role, tokens by their permissions, and nobody with a token that is unknown or over. */
import { expect, it } from "vitest";
import { AT, aGitHub, aGitHubForAll, as, asApp, client, refused } from "./stage.ts";

const github = await aGitHubForAll();
const ada = as(github, "ada");
const { data: issue } = await ada.rest.issues.create({ ...AT, title: "Sum subtracts" });
const NUMBER = { ...AT, issue_number: issue.number };
const FORBIDDEN = { status: 403, message: "Must have admin rights to Repository." };

it("reads a public repository without a token, below both addresses", async () => {
  const { data } = await client(github).rest.repos.get(AT);
  const enterprise = client({ url: `${github.url}/api/v3` });
  expect((await enterprise.rest.repos.get(AT)).data.id).toBe(data.id);
});

it("knows no token that it did not give", async () => {
  const stranger = client(github, "ghp_unknown");
  expect(await refused(stranger.rest.repos.get(AT))).toEqual({ status: 401, message: "Bad credentials" });
});

it("lets nobody write without a token", async () => {
  expect(await refused(client(github).rest.issues.create({ ...AT, title: "x" }))).toMatchObject({ status: 401 });
});

it.each(["tess", "wim", "max", "ada"])("lets %s label and close", async (login) => {
  const person = as(github, login);
  await person.rest.issues.addLabels({ ...NUMBER, labels: [`of ${login}`] });
  await person.rest.issues.update({ ...NUMBER, state: "closed" });
  await person.rest.issues.update({ ...NUMBER, state: "open" });
});

it.each(["rob", "otto"])("lets %s comment, and neither label nor close", async (login) => {
  const person = as(github, login);
  await person.rest.issues.createComment({ ...NUMBER, body: "me too" });
  expect(await refused(person.rest.issues.addLabels({ ...NUMBER, labels: ["loop"] }))).toEqual(FORBIDDEN);
  expect(await refused(person.rest.issues.update({ ...NUMBER, state: "closed" }))).toEqual(FORBIDDEN);
});

it("lets an author close the own issue, and drops the labels that the author may not set", async () => {
  const otto = as(github, "otto");
  const { data: own } = await otto.rest.issues.create({ ...AT, title: "Mine", labels: ["loop"] });
  expect(own.labels).toEqual([]);
  const { data: closed } = await otto.rest.issues.update({ ...AT, issue_number: own.number, state: "closed", labels: ["loop"] });
  expect(closed).toMatchObject({ state: "closed", labels: [] });
});

it("lets an author edit the own comment, and somebody with write any", async () => {
  const { data: comment } = await as(github, "rob").rest.issues.createComment({ ...NUMBER, body: "one" });
  const edit = { ...AT, comment_id: comment.id, body: "two" };
  expect(await refused(as(github, "tess").rest.issues.updateComment(edit))).toMatchObject({ status: 404 });
  await as(github, "rob").rest.issues.updateComment(edit);
  await as(github, "wim").rest.issues.updateComment(edit);
});

it("lets refs be written from write upwards", async () => {
  const { data: main } = await ada.rest.git.getRef({ ...AT, ref: "heads/main" });
  const ref = (login: string) => as(github, login).rest.git.createRef({ ...AT, ref: `refs/heads/of-${login}`, sha: main.object.sha });
  await ref("wim");
  expect(await refused(ref("tess"))).toMatchObject({ status: 404 });
  expect(await refused(ref("otto"))).toMatchObject({ status: 404 });
});

it("hides a private repository", async () => {
  const vault = { owner: "acme", repo: "vault" };
  expect((await as(github, "wim").rest.repos.get(vault)).data.private).toBe(true);
  expect(await refused(as(github, "otto").rest.repos.get(vault))).toEqual({ status: 404, message: "Not Found" });
  expect(await refused(client(github).rest.repos.get(vault))).toMatchObject({ status: 404 });
});

it.each([
  { username: "ada", permission: "admin", role: "admin" },
  { username: "max", permission: "write", role: "maintain" },
  { username: "tess", permission: "read", role: "triage" },
  { username: "otto", permission: "read", role: "read" },
])("tells the role of $username as GitHub does", async ({ username, permission, role }) => {
  const { data } = await (await asApp(github)).rest.repos.getCollaboratorPermissionLevel({ ...AT, username });
  expect(data).toMatchObject({ permission, role_name: role });
});

it("knows no role of an App", async () => {
  expect(await refused(ada.rest.repos.getCollaboratorPermissionLevel({ ...AT, username: "loopwright[bot]" }))).toMatchObject({
    status: 404,
  });
});

it("refuses check runs by people", async () => {
  const run = { ...AT, name: "loop", head_sha: "a".repeat(40) };
  expect(await refused(ada.rest.checks.create(run))).toMatchObject({ status: 403 });
});

it("answers 304 to who has the answer already", async () => {
  const { headers } = await ada.rest.git.getRef({ ...AT, ref: "heads/main" });
  const again = { ...AT, ref: "heads/main", headers: { "if-none-match": headers.etag ?? "" } };
  expect(await refused(ada.rest.git.getRef(again))).toMatchObject({ status: 304 });
});

it("notes each request, and what GitHub's description does not know", async () => {
  const fresh = await aGitHub();
  await as(fresh, "wim").rest.issues.create({ ...AT, title: "x" });
  expect(fresh.requests).toEqual([{ method: "POST", path: "/repos/acme/widget/issues", actor: "wim", status: 201, creates: true }]);
  expect(fresh.violations).toEqual([]);
  await as(fresh, "wim").request("GET /repos/acme/widget/issues?stat=open");
  expect(fresh.violations).toMatchObject([{ actor: "wim", problems: ["query stat: unknown"] }]);
});
