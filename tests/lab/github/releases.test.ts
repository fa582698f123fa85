/** What a release comes by: a merged pull request, a draft with files, a tag; and what GraphQL says of them. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { AT, aGitHub, as, refused } from "./stage.ts";

type Client = ReturnType<typeof as>;

const LISTS = `query Lists($owner: String!, $name: String!, $states: [PullRequestState!], $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 1, after: $cursor, baseRefName: "main", states: $states, orderBy: {field: CREATED_AT, direction: DESC}) {
      nodes { number headRefName mergeCommit { oid } labels(first: 10) { nodes { name } } files(first: 10) { nodes { path } } }
      pageInfo { hasNextPage endCursor }
    }
    releases(first: 10) { nodes { isDraft tag { name } tagCommit { oid } } }
    ref(qualifiedName: "main") { target { ... on Commit { history(first: 10) { nodes { oid message associatedPullRequests(first: 1) { nodes { number } } } } } } }
  }
}`;

async function branch(octokit: Client, name: string, path: string): Promise<void> {
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { data: base } = await octokit.rest.git.getCommit({ ...AT, commit_sha: main.object.sha });
  const tree = [{ path, content: "x\n", mode: "100644" as const, type: "blob" as const }];
  const { data: written } = await octokit.rest.git.createTree({ ...AT, base_tree: base.tree.sha, tree });
  const { data: commit } = await octokit.rest.git.createCommit({ ...AT, message: "work", tree: written.sha, parents: [main.object.sha] });
  await octokit.rest.git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: commit.sha });
}

it("merges what a branch holds as one commit, and lists it as merged, page by page", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  for (const name of ["one", "two"]) await branch(wim, name, `${name}.txt`);
  for (const head of ["one", "two"]) await wim.rest.pulls.create({ ...AT, title: `feat: ${head}`, head, base: "main" });
  await wim.rest.issues.addLabels({ ...AT, issue_number: 1, labels: ["ready"] });
  const { data: merged } = await wim.rest.pulls.merge({ ...AT, pull_number: 1, merge_method: "squash" });
  expect(await refused(wim.rest.pulls.merge({ ...AT, pull_number: 2, merge_method: "squash" }))).toMatchObject({ status: 405 });
  expect(await refused(wim.rest.pulls.merge({ ...AT, pull_number: 1, merge_method: "squash" }))).toMatchObject({ status: 405 });
  const { data: pull } = await wim.rest.pulls.get({ ...AT, pull_number: 1 });
  expect(pull).toMatchObject({ merged: true, state: "closed", merge_commit_sha: merged.sha });
  const { data: main } = await wim.rest.git.getCommit({ ...AT, commit_sha: merged.sha });
  expect(main).toMatchObject({ message: expect.stringContaining("feat: one (#1)"), parents: [{}] });
  const closed = await github.wait(() => github.deliveries.find(({ action }) => action === "closed"));
  expect(closed.payload).toMatchObject({ number: 1, pull_request: { merged: true } });
  const pushes = github.deliveries.filter(({ event }) => event === "push");
  expect(pushes.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ ref: "refs/heads/main", after: merged.sha }));
  const asked = { owner: "acme", name: "widget" };
  expect(await wim.graphql(LISTS, { ...asked, states: "MERGED" })).toMatchObject({
    repository: {
      pullRequests: {
        nodes: [
          {
            number: 1,
            headRefName: "one",
            mergeCommit: { oid: merged.sha },
            labels: { nodes: [{ name: "ready" }] },
            files: { nodes: [{ path: "one.txt" }] },
          },
        ],
        pageInfo: { hasNextPage: false },
      },
      ref: {
        target: { history: { nodes: [{ oid: merged.sha, associatedPullRequests: { nodes: [{ number: 1 }] } }, { message: "Begin" }] } },
      },
    },
  });
  const first = await wim.graphql<{ repository: { pullRequests: object } }>(LISTS, asked);
  expect(first.repository.pullRequests).toMatchObject({ nodes: [{ number: 2 }], pageInfo: { hasNextPage: true, endCursor: "0" } });
  const second = await wim.graphql<{ repository: { pullRequests: object } }>(LISTS, { ...asked, cursor: "0" });
  expect(second.repository.pullRequests).toMatchObject({ nodes: [{ number: 1 }], pageInfo: { hasNextPage: false } });
  const { data: named } = await wim.rest.repos.getBranch({ ...AT, branch: "main" });
  expect(named).toMatchObject({ name: "main", protected: false, commit: { sha: merged.sha } });
  // A label that was made by its use has no description.
  expect((await wim.rest.pulls.list({ ...AT, state: "closed" })).data).toMatchObject([{ labels: [{ name: "ready", description: null }] }]);
  expect(github.violations).toEqual([]);
});

it("keeps the files of a release, and shows a draft without its tag", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const { data: draft } = await wim.rest.repos.createRelease({ ...AT, tag_name: "v1.0.0", draft: true });
  const bytes = Buffer.from([0, 255, 10]);
  const headers = { "content-type": "application/octet-stream" };
  const upload = { ...AT, release_id: draft.id, name: "a.tgz", baseUrl: github.url, headers };
  // The client's types know text alone, and the client sends bytes (https://github.com/octokit/octokit.js/discussions/2087).
  const { data: asset } = await wim.rest.repos.uploadReleaseAsset({ ...upload, data: bytes as unknown as string });
  expect(asset).toMatchObject({ size: 3, digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}` });
  expect(await refused(wim.rest.repos.uploadReleaseAsset({ ...upload, data: bytes as unknown as string }))).toMatchObject({ status: 422 });
  const look = async (): Promise<unknown> => await wim.graphql(LISTS, { owner: "acme", name: "widget" });
  expect(await look()).toMatchObject({ repository: { releases: { nodes: [{ isDraft: true, tag: null, tagCommit: null }] } } });
  const { data: main } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  await wim.rest.git.createRef({ ...AT, ref: "refs/tags/v1.0.0", sha: main.object.sha });
  const { data: published } = await wim.rest.repos.updateRelease({ ...AT, release_id: draft.id, draft: false });
  expect(published).toMatchObject({ draft: false, assets: [{ name: "a.tgz" }] });
  expect(await look()).toMatchObject({
    repository: { releases: { nodes: [{ isDraft: false, tag: { name: "v1.0.0" }, tagCommit: { oid: main.object.sha } }] } },
  });
  expect(github.assets.map(({ bytes: kept }) => [...kept])).toEqual([[0, 255, 10]]);
  expect(github.violations).toEqual([]);
});
