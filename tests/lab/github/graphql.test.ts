/** The GraphQL of the loopback GitHub: the objects of a commit by one query, and nothing that GitHub's schema does not have. */
import { beforeAll, expect, it } from "vitest";
import { queryOf } from "./rules/graphql-query.ts";
import { AT, aGitHubForAll, as, asApp, client, refused } from "./stage.ts";

const github = await aGitHubForAll();
const octokit = await asApp(github);
const FILES = `query Files($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) {
      ... on Commit { tree { entries { name object {
        ... on Blob { text isTruncated }
        ... on Tree { entries { name object { ... on Blob { text isTruncated } } } }
      } } } }
    }
  }
}`;
const [owner, name] = ["acme", "widget"];
let commit: string;

beforeAll(async () => {
  const tree = [
    { path: "plain.txt", content: "ü\n" },
    { path: "binary", content: "a\0b" },
    { path: "long", content: "x".repeat(512_001) },
    { path: "folder/inner.txt", content: "inner" },
    { path: "folder/deeper/deepest.txt", content: "deepest" },
  ].map((file) => ({ ...file, mode: "100644" as const, type: "blob" as const }));
  const { data } = await octokit.rest.git.createTree({ ...AT, tree });
  commit = (await octokit.rest.git.createCommit({ ...AT, message: "files", tree: data.sha, parents: [] })).data.sha;
});

const filesOf = (oid: string): Promise<unknown> => octokit.graphql(FILES, { owner, name, oid });

it("gives all files of a commit two levels deep: what is cut and what is binary is said to be", async () => {
  expect(await filesOf(commit)).toEqual({
    repository: {
      object: {
        tree: {
          entries: expect.arrayContaining([
            { name: "plain.txt", object: { text: "ü\n", isTruncated: false } },
            { name: "binary", object: { text: null, isTruncated: false } },
            { name: "long", object: { text: "x".repeat(512_000), isTruncated: true } },
            {
              name: "folder",
              object: {
                entries: expect.arrayContaining([
                  { name: "inner.txt", object: { text: "inner", isTruncated: false } },
                  { name: "deeper", object: {} },
                ]),
              },
            },
          ]),
        },
      },
    },
  });
});

it("gives nothing for an object that is not there, and an empty object for one of another type", async () => {
  expect(await filesOf("a".repeat(40))).toEqual({ repository: { object: null } });
  const { data } = await octokit.rest.git.getCommit({ ...AT, commit_sha: commit });
  expect(await filesOf(data.tree.sha)).toEqual({ repository: { object: {} } });
});

it.each([
  {
    field: "a field that a type does not have",
    query: FILES.replace("isTruncated", "isCut"),
    says: "Field 'isCut' doesn't exist on type 'Blob'",
  },
  { field: "another question", query: "query { viewer { login } }", says: "queries of a repository" },
  { field: "what is no query", query: "{ repository", says: "queries of a repository" },
])("refuses $field", async ({ query, says }) => {
  await expect(octokit.graphql(query, { owner, name, oid: commit })).rejects.toThrow(says);
});

it("shows a repository to those who may read it only", async () => {
  const query = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";
  expect(await as(github, "wim").graphql(query, { owner, name: "vault" })).toEqual({ repository: { id: expect.any(String) } });
  for (const [reader, repository] of [[as(github, "otto"), "vault"] as const, [as(github, "wim"), "none"] as const])
    await expect(reader.graphql(query, { owner, name: repository })).rejects.toMatchObject({ errors: [{ type: "NOT_FOUND" }] });
  expect((await refused(client(github).graphql(query, { owner, name }))).status).toBe(401);
});

it("finds custom refs one by one and by their prefix", async () => {
  await octokit.rest.git.createRef({ ...AT, ref: "refs/loopwright/issue-1/r1", sha: commit });
  const { data } = await octokit.rest.git.getRef({ ...AT, ref: "loopwright/issue-1/r1" });
  expect([data.ref, data.object.sha]).toEqual(["refs/loopwright/issue-1/r1", commit]);
  expect((await refused(octokit.rest.git.getRef({ ...AT, ref: "loopwright/issue-1" }))).status).toBe(404);
  const named =
    "query Ref($owner: String!, $name: String!, $ref: String!) { repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } } }";
  const target = (ref: string): Promise<unknown> => octokit.graphql(named, { owner, name, ref });
  expect(await target("refs/loopwright/issue-1/r1")).toEqual({ repository: { ref: { target: { oid: commit } } } });
  expect(await target("refs/loopwright/issue-1")).toEqual({ repository: { ref: null } });
  const listed = await octokit.rest.git.listMatchingRefs({ ...AT, ref: "loopwright/issue-1/" });
  expect(listed.data.map(({ ref }) => ref)).toEqual(["refs/loopwright/issue-1/r1"]);
  expect(github.violations.flatMap(({ problems }) => problems)).toEqual([
    'query: Cannot query field "isCut" on type "Blob".',
    "query: Syntax Error: Expected Name, found <EOF>.",
  ]);
});

it.each([
  "query { a",
  "query { ...Named }",
  "query { ... on }",
  "query { ... { a } }",
  "query A { a } query B { b }",
  "mutation { a }",
  "",
])("reads no more of the language than it has: %j", (text) => expect(queryOf(text)).toBeNull());
