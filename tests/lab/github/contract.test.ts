/** The contract: what GitHub's description allows passes, every kind of mistake is named, of requests and of answers. */
import { expect, it } from "vitest";
import { CONTRACT } from "./contract/contract.ts";
import { startGitHub } from "./github.ts";
import type { Answer } from "./rules/answer.ts";
import { AT, aGitHubForAll, as, OPTIONS } from "./stage.ts";

function problems(method: string, address: string, body?: unknown): readonly string[] {
  const { pathname: path, searchParams: query } = new URL(address, "http://127.0.0.1");
  return CONTRACT.request({ method, path, query, body });
}

it.each([
  { method: "POST", address: "/repos/a/b/issues/1/labels", body: { labels: ["x"] } },
  { method: "PATCH", address: "/repos/a/b/git/refs/heads/loop/1-x", body: { sha: "abc", force: false } },
  { method: "POST", address: "/repos/a/b/pulls", body: { title: "t", head: "h", base: "b", draft: true } },
  { method: "POST", address: "/repos/a/b/actions/workflows/x.yml/dispatches", body: { ref: "main", return_run_details: true } },
  { method: "GET", address: "/repos/a/b/git/matching-refs/loopwright/issue-1/" },
  { method: "GET", address: "/repos/a/b/actions/runs?created=%3E%3D2026-01-01T00:00:00Z" },
  { method: "GET", address: "/repos/a/b/actions/runs?created=2026-01-01T00:00:00Z..2026-02-01T00:00:00Z" },
  { method: "GET", address: "/repos/a/b/issues/comments?since=2026-01-01T00:00:00Z&per_page=100" },
])("has nothing against $method $address", ({ method, address, body }) => {
  expect(problems(method, address, body)).toEqual([]);
});

it.each([
  { method: "GET", address: "/repos/a/b/nothing", says: "not in the contract" },
  { method: "GET", address: "/repos/a/b/pulls?state=opne", says: "query state" },
  { method: "GET", address: "/repos/a/b/actions/runs?created=%3E%3Dyesterday", says: "query created" },
  { method: "GET", address: "/repos/a/b/pulls?sate=open", says: "query sate: unknown" },
  { method: "GET", address: "/repos/a/b/issues/one", says: "path issue_number" },
  { method: "POST", address: "/repos/a/b/pulls", body: { title: "t", head: "h" }, says: "'base'" },
  { method: "PATCH", address: "/repos/a/b/git/refs/heads/x", body: { sha: "abc", force: "no" }, says: "boolean" },
  { method: "PATCH", address: "/repos/a/b/pulls/1", body: { draft: false }, says: "draft is unknown" },
  {
    method: "POST",
    address: "/repos/a/b/git/trees",
    body: { tree: [{ path: "a", mode: "777", type: "blob", content: "" }] },
    says: "allowed values",
  },
  { method: "POST", address: "/repos/a/b/issues", says: "body: missing" },
  { method: "GET", address: "/repos/a/b/issues/1", body: { a: 1 }, says: "there should be none" },
])("names what is wrong with $method $address", ({ method, address, body, says }) => {
  expect(problems(method, address, body).join("; ")).toContain(says);
});

const ID = `query($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) { id object(oid: $oid) { ... on Blob { text } oid } }
}`;
const VARIABLES = { owner: "a", name: "b", oid: "0".repeat(40) };

it.each([
  { query: "query { nothing }", variables: {}, says: 'Cannot query field "nothing"' },
  { query: ID, variables: { owner: "a", oid: VARIABLES.oid }, says: '"$name" of required type "String!" was not provided' },
  { query: ID, variables: { ...VARIABLES, name: 1 }, says: "String cannot represent" },
  { query: "query { repository(", variables: {}, says: "Syntax Error" },
])("names what is wrong with $query and $variables", ({ query, variables, says }) => {
  expect(problems("POST", "/graphql", { query, variables }).join("; ")).toContain(says);
});

/** What the contract has against an answer. */
function differences(method: string, address: string, answer: Answer, body?: unknown): string {
  const { pathname: path, searchParams: query } = new URL(address, "http://127.0.0.1");
  return CONTRACT.answer({ method, path, query, body }, answer).join("; ");
}

const github = await aGitHubForAll();
const ada = as(github, "ada").rest;
const issue = (await ada.issues.create({ ...AT, title: "Sum subtracts" })).data;
await ada.issues.createComment({ ...AT, issue_number: issue.number, body: "It does." });
const main = (await ada.git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;

it.each([
  { address: "/repos/acme/widget", field: "subscribers_count" },
  { address: "/repos/acme/widget", field: "owner.gravatar_id" },
  { address: `/repos/acme/widget/issues/${issue.number}`, field: "user.followers_url" },
  { address: `/repos/acme/widget/issues/${issue.number}/comments`, field: "0.user.gists_url" },
  { address: "/repos/acme/widget/git/ref/heads/main", field: "object.sha" },
  { address: `/repos/acme/widget/git/commits/${main}`, field: "tree" },
])("misses $field in the answer of $address, and nothing in the whole one", async ({ address, field }) => {
  const whole: unknown = await (await fetch(`${github.url}${address}`)).json();
  expect(differences("GET", address, { status: 200, body: whole })).toBe("");
  const path = field.split(".");
  const last = path.pop() ?? "";
  Reflect.deleteProperty(
    path.reduce((value, name) => Object(value)[name], Object(whole)),
    last,
  );
  expect(differences("GET", address, { status: 200, body: whole })).toContain(`must have required property '${last}'`);
});

it.each([
  { method: "GET", answer: { status: 299, body: {} }, says: "there is no such status" },
  { method: "GET", answer: { status: 200 }, says: "there should be a body" },
  { method: "GET", answer: { status: 200, body: { name: 7 } }, says: "must have required property" },
  { method: "GET", answer: { status: 304, body: {} }, says: "there should be no body" },
  { method: "GET", answer: { status: 500, body: { message: 7 } }, says: "/message must be string" },
  { method: "DELETE", answer: { status: 204, body: {} }, says: "there should be no body" },
])("names what is wrong with the answer $answer", ({ method, answer, says }) => {
  expect(differences(method, "/repos/a/b", answer)).toContain(says);
});

it.each([
  { data: { repository: { id: "R", object: { text: "a", oid: main } } }, says: "" },
  { data: { repository: { id: "R", object: null } }, says: "" },
  { data: { repository: null }, says: "" },
  { data: { repository: { id: null, object: null } }, says: "repository.id: Cannot return null" },
  { data: { repository: { id: "R" } }, says: "not those that the query asks for" },
  { data: { repository: { id: "R", object: null, name: "b" } }, says: "not those that the query asks for" },
  { data: { repository: { id: "R", object: { text: ["a"], oid: main } } }, says: "String cannot represent" },
  { data: null, says: "neither data nor errors" },
])("says of the data $data: $says", ({ data, says }) => {
  const body = { query: ID, variables: VARIABLES };
  const found = differences("POST", "/graphql", { status: 200, body: { data } }, body);
  if (says === "") expect(found).toBe("");
  else expect(found).toContain(says);
});

it("fails whoever leaned on an answer that GitHub would not give", async () => {
  const spoiled = await startGitHub({ ...OPTIONS, answerFault: (body) => ({ ...Object(body), owner: {} }) });
  await as(spoiled, "ada").rest.repos.get(AT);
  expect(spoiled.violations).toMatchObject([
    {
      of: "answer",
      method: "GET",
      path: "/repos/acme/widget",
      problems: expect.arrayContaining([expect.stringContaining("/owner must have required property")]),
    },
  ]);
  await expect(spoiled.close()).rejects.toThrow("the lab does not answer as GitHub describes it: GET /repos/acme/widget");
});
