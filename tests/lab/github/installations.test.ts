/** Apps: their JSON web tokens, their installation's tokens, and what these may not. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { AT, aGitHubForAll, asApp, client, refused } from "./stage.ts";

const github = await aGitHubForAll();
const [app] = github.apps;
if (app === undefined) throw new Error("bug: the stage has an App");
const seconds = (): number => Math.floor(Date.now() / 1000);

/** A token with these claims, signed by the App's key or another. */
function jwt(claims: object, key = app?.privateKey ?? ""): string {
  const text = [{ alg: "RS256", typ: "JWT" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), createPrivateKey(key)).toString("base64url")}`;
}

const good = () => ({ iat: seconds() - 60, exp: seconds() + 590, iss: "4242" });
const mint = (body: object) => client(github, jwt(good())).rest.apps.createInstallationAccessToken({ installation_id: 777, ...body });

it.each(["4242", "Iv1.loopwright"])("takes the App's token with the issuer %s", async (iss) => {
  const { data } = await client(github, jwt({ ...good(), iss })).rest.apps.getAuthenticated();
  expect(data?.slug).toBe("loopwright");
});

it.each([
  { fault: "too long a life", claims: () => ({ ...good(), exp: seconds() + 700 }), says: "too far in the future" },
  { fault: "a life that is over", claims: () => ({ ...good(), exp: seconds() - 5 }), says: "must be a numeric value" },
  { fault: "no end", claims: () => ({ iat: seconds(), iss: "4242" }), says: "must be a numeric value" },
  { fault: "a beginning to come", claims: () => ({ ...good(), iat: seconds() + 90 }), says: "'Issued at' claim" },
  { fault: "no issuer", claims: () => ({ iat: seconds(), exp: seconds() + 60 }), says: "Missing 'issuer'" },
])("refuses an App's token with $fault", async ({ claims, says }) => {
  const refusal = await refused(client(github, jwt(claims())).rest.apps.getAuthenticated());
  expect(refusal).toMatchObject({ status: 401, message: expect.stringContaining(says) });
});

it("refuses an App's token that another key signed, and the token of no App", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(await refused(client(github, jwt(good(), other)).rest.apps.getAuthenticated())).toMatchObject({ status: 401 });
  expect(await refused(client(github, jwt({ ...good(), iss: "1" })).rest.apps.getAuthenticated())).toMatchObject({ status: 404 });
});

it("takes an App's token at the App's own addresses only, and no other there", async () => {
  expect(await refused(client(github, jwt(good())).rest.repos.get(AT))).toMatchObject({ status: 403 });
  expect(await refused(client(github, "token-of-ada").rest.apps.getAuthenticated())).toMatchObject({ status: 401 });
});

it("gives the App that asks its own installation", async () => {
  const { data } = await client(github, jwt(good())).rest.apps.getRepoInstallation(AT);
  expect(data).toMatchObject({ id: 777, app_id: 4242 });
});

it("lets Probot's own client act as the App", async () => {
  const octokit = await asApp(github);
  const { data } = await octokit.rest.issues.create({ ...AT, title: "By the App" });
  expect(data.user).toMatchObject({ login: "loopwright[bot]", type: "Bot" });
  expect((await octokit.rest.apps.listReposAccessibleToInstallation()).data.total_count).toBe(2);
  expect(github.violations).toEqual([]);
});

it("narrows a token by permission and repository", async () => {
  const { data } = await mint({ permissions: { contents: "read", issues: "write" }, repositories: ["widget"] });
  expect(data.repositories?.map(({ name }) => name)).toEqual(["widget"]);
  const narrow = client(github, data.token);
  await narrow.rest.issues.create({ ...AT, title: "allowed" });
  const refusal = { status: 403, message: "Resource not accessible by integration" };
  expect(await refused(narrow.rest.git.createBlob({ ...AT, content: "x" }))).toEqual(refusal);
  expect(await refused(narrow.rest.checks.create({ ...AT, name: "x", head_sha: "a".repeat(40) }))).toEqual(refusal);
  expect(await refused(narrow.rest.repos.get({ owner: "acme", repo: "vault" }))).toMatchObject({ status: 404 });
});

it.each([
  { fault: "a permission that was not granted", body: { permissions: { administration: "write" } } },
  { fault: "a repository that is not there", body: { repositories: ["nothing"] } },
])("refuses a token with $fault", async ({ body }) => {
  expect(await refused(mint(body))).toMatchObject({ status: 422 });
});

it("knows no token any more that expired or was given back", async () => {
  const { data: first } = await mint({});
  github.expire(first.token);
  expect(await refused(client(github, first.token).rest.repos.get(AT))).toEqual({ status: 401, message: "Bad credentials" });
  const second = client(github, (await mint({})).data.token);
  await second.rest.apps.revokeInstallationAccessToken();
  expect(await refused(second.rest.repos.get(AT))).toMatchObject({ status: 401 });
});
