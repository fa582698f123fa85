/** The contract: what GitHub's description allows passes, every kind of mistake is named. */
import { expect, it } from "vitest";
import { contractOf } from "./contract.ts";

const contract = contractOf();

function problems(method: string, address: string, body?: unknown): readonly string[] {
  const { pathname: path, searchParams: query } = new URL(address, "http://127.0.0.1");
  return contract({ method, path, query, body });
}

it.each([
  { method: "POST", address: "/repos/a/b/issues/1/labels", body: { labels: ["x"] } },
  { method: "PATCH", address: "/repos/a/b/git/refs/heads/loop/1-x", body: { sha: "abc", force: false } },
  { method: "POST", address: "/repos/a/b/pulls", body: { title: "t", head: "h", base: "b", draft: true } },
  { method: "POST", address: "/repos/a/b/actions/workflows/x.yml/dispatches", body: { ref: "main", return_run_details: true } },
  { method: "GET", address: "/repos/a/b/git/matching-refs/loopwright/issue-1/" },
  { method: "GET", address: "/repos/a/b/issues/comments?since=2026-01-01T00:00:00Z&per_page=100" },
])("has nothing against $method $address", ({ method, address, body }) => {
  expect(problems(method, address, body)).toEqual([]);
});

it.each([
  { method: "GET", address: "/repos/a/b/nothing", says: "not in the contract" },
  { method: "GET", address: "/repos/a/b/pulls?state=opne", says: "query state" },
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
