/** Small things that GitHub documents and the emulator lacks: they are so where no test asks for another way. */
import { expect, it } from "vitest";
import type { Deviation } from "./deviation.ts";
import { instead } from "./otherwise/change.ts";
import { refusal } from "./rules/answer.ts";
import { AT, aGitHub, as, asApp, REPOSITORY, refused } from "./stage.ts";

it("refuses a version of the API that there is not", async () => {
  const { url } = await aGitHub();
  const of = async (version: string): Promise<number> => {
    const headers = { authorization: "token token-of-wim", "x-github-api-version": version };
    return (await fetch(`${url}/rate_limit`, { headers })).status;
  };
  expect([await of("2022-11-28"), await of("2000-01-01")]).toEqual([200, 400]);
});

it("says of which rate limit its numbers are", async () => {
  const { headers } = await as(await aGitHub(), "wim").rest.repos.get(AT);
  expect(headers).toMatchObject({ "x-ratelimit-resource": "core", "x-ratelimit-limit": "5000" });
  expect(Number(headers["x-ratelimit-used"]) + Number(headers["x-ratelimit-remaining"])).toBe(5000);
});

it("tells an App nothing of a person, and signs what it commits under its own name", async () => {
  const app = await asApp(await aGitHub());
  expect(await refused(app.request("GET /user"))).toEqual({ status: 403, message: "Resource not accessible by integration" });
  const { data: head } = await app.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...AT, ref: "heads/main" });
  const { data: at } = await app.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", { ...AT, commit_sha: head.object.sha });
  const commit = { ...AT, message: "m", tree: at.tree.sha, parents: [at.sha] };
  const { data: own } = await app.request("POST /repos/{owner}/{repo}/git/commits", commit);
  const author = { name: "Wim", email: "wim@example.test" };
  const { data: anothers } = await app.request("POST /repos/{owner}/{repo}/git/commits", { ...commit, author });
  expect([own.verification.verified, anothers.verification.verified]).toEqual([true, false]);
});

it("makes a label once, and lets whoever may write take it away", async () => {
  const github = await aGitHub({ repositories: [{ ...REPOSITORY, topics: ["a-topic"] }] });
  const wim = as(github, "wim");
  expect((await wim.rest.repos.get(AT)).data.topics).toEqual(["a-topic"]);
  const label = { ...AT, name: "ready", color: "ededed" };
  await wim.rest.issues.createLabel(label);
  await expect(wim.rest.issues.createLabel(label)).rejects.toMatchObject({
    status: 422,
    response: { data: { message: "Validation Failed", errors: [{ resource: "Label", code: "already_exists", field: "name" }] } },
  });
  expect(await refused(as(github, "tess").rest.issues.deleteLabel({ ...AT, name: "ready" }))).toMatchObject({ status: 404 });
  await wim.rest.issues.deleteLabel({ ...AT, name: "ready" });
  await wim.rest.issues.createLabel(label);
});

it("behaves otherwise only where and while it is asked to", async () => {
  const never = instead(({ path }) => path.endsWith("/labels"), refusal(410, "lab: gone"));
  const now: { otherwise: Deviation | null } = { otherwise: never };
  const wim = as(await aGitHub({ otherwise: () => now.otherwise }), "wim");
  expect(await refused(wim.rest.issues.listLabelsForRepo(AT))).toEqual({ status: 410, message: "lab: gone" });
  expect((await wim.rest.repos.get(AT)).status).toBe(200);
  now.otherwise = null;
  expect((await wim.rest.issues.listLabelsForRepo(AT)).status).toBe(200);
});
