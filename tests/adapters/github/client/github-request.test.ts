/** GitHub's refusals as failures: what was asked, what it said, whether it may pass, what to do. */
import { expect, it } from "vitest";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { Failure } from "#ports/failure.ts";
import { AT, aGitHubForAll, as, asApp, client } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { failureOf } from "../stage.ts";

const github = await aGitHubForAll();
const SLOW_DOWN = "GitHub asks for fewer requests: wait a few minutes, then try again";

/** What becomes of a request for the repository that is answered like this. */
async function failed(fault: Fault): Promise<Failure> {
  const line = await badLine(github.url, faults("GET /repos/acme/widget", fault));
  return failureOf(askGitHub(() => client(line).rest.repos.get({ ...AT, headers: { "x-trace": "secret" } })));
}

const answer = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Fault => ({
  status,
  body: { message, documentation_url: "https://docs.github.com" },
  headers,
});

it.each<{ name: string; fault: Fault; retryable: boolean; says: string }>([
  { name: "429", fault: answer(429, "Too many"), retryable: true, says: SLOW_DOWN },
  { name: "the primary limit", fault: answer(403, "Quota", { "x-ratelimit-remaining": "0" }), retryable: true, says: SLOW_DOWN },
  { name: "the secondary limit by header", fault: answer(403, "Slow", { "retry-after": "30" }), retryable: true, says: SLOW_DOWN },
  { name: "the secondary limit by word", fault: answer(403, "You have exceeded a secondary rate limit"), retryable: true, says: SLOW_DOWN },
  {
    name: "503",
    fault: answer(503, "Unicorn"),
    retryable: true,
    says: "GitHub answered 503: Unicorn. What to do: GitHub cannot be reached",
  },
  { name: "no answer", fault: "lost", retryable: true, says: "no answer came" },
  {
    name: "an answer that broke off",
    fault: "cut",
    retryable: true,
    says: "/repos/acme/widget: GitHub answered 200, but its answer broke off",
  },
  { name: "403", fault: answer(403, "Forbidden by policy"), retryable: false, says: "GitHub answered 403: Forbidden by policy" },
  { name: "409", fault: answer(409, "Git Repository is empty."), retryable: false, says: "GitHub answered 409: Git Repository is empty." },
  {
    name: "451",
    fault: answer(451, "Repository access blocked"),
    retryable: false,
    says: "GitHub answered 451: Repository access blocked",
  },
  {
    name: "a permission that is missing",
    fault: answer(403, "Resource not accessible by integration", { "x-ratelimit-remaining": "4999" }),
    retryable: false,
    says: "the token lacks the permission",
  },
  { name: "410", fault: answer(410, "Gone"), retryable: false, says: "it was deleted" },
  {
    name: "404",
    fault: answer(404, "Not Found"),
    retryable: false,
    says: "check the repository's name and that the App is installed on it",
  },
  {
    name: "422 with reasons",
    fault: {
      status: 422,
      body: { message: "Validation Failed", errors: [{ field: "head", code: "invalid" }, { message: "No commits" }, "odd"] },
    },
    retryable: false,
    says: "Validation Failed; head: invalid; No commits; odd. What to do",
  },
])("tells $name [API-04, API-05, API-07]", async ({ fault, retryable, says }) => {
  const failure = await failed(fault);
  expect(failure).toMatchObject({ service: "github", retryable });
  expect(failure.message).toContain(says);
  expect(failure.message).toContain("/repos/acme/widget");
});

it("keeps GitHub's words on one line, and short, and no header in the cause", async () => {
  const failure = await failed(answer(403, `one\n::error::two\u001b[31m\u202e${"x".repeat(2_000)}`));
  expect(failure.message).toMatch(/^GET \/repos\/acme\/widget: GitHub answered 403: one ::error::two \[31m x+$/);
  expect(failure.message.length).toBeLessThan(600);
  expect(failure.cause).toBeInstanceOf(Error);
  expect(JSON.stringify(Object.entries(failure.cause ?? {}))).not.toContain("secret");
});

it("never shows the query of an address", async () => {
  const line = await badLine(github.url, faults("/issues", "lost"));
  const failure = await failureOf(askGitHub(() => client(line).rest.issues.listForRepo({ ...AT, creator: "ada" })));
  expect(failure.message).toMatch(/^GET \/repos\/acme\/widget\/issues: no answer came/);
});

it("tells what GraphQL refuses [API-10]", async () => {
  const app = await asApp(github);
  const query = "mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
  const failure = await failureOf(askGitHub(() => app.graphql(query, { input: {} })));
  expect(failure).toMatchObject({ service: "github", retryable: false });
  expect(failure.message).toContain("POST /graphql: GitHub answered 200: Variable $input");
  const limited = { status: 200, body: { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] } };
  const line = await badLine(github.url, faults("/graphql", limited));
  expect(await failureOf(askGitHub(() => as(line, "wim").graphql("{ viewer { login } }")))).toMatchObject({ retryable: true });
});

it("takes none for an answer where the caller does, and nothing else", async () => {
  const wim = as(github, "wim");
  expect(await askGitHubOrNull(() => wim.rest.issues.get({ ...AT, issue_number: 404 }))).toBeNull();
  const stranger = client(github, "unknown");
  expect((await failureOf(askGitHubOrNull(() => stranger.rest.issues.get({ ...AT, issue_number: 404 })))).message).toContain("401");
});

it("names the service and the advice that the caller gives", async () => {
  const wim = as(github, "wim");
  const options = { service: "git" as const, adviceFor: () => "look behind the sofa" };
  const failure = await failureOf(askGitHub(() => wim.rest.issues.get({ ...AT, issue_number: 404 }), options));
  expect(failure).toMatchObject({ service: "git", message: expect.stringContaining("404: Not Found. What to do: look behind the sofa") });
});

it("lets a mistake of ours pass as it is", async () => {
  const bug = new TypeError("x is not a function");
  await expect(askGitHub(() => Promise.reject(bug))).rejects.toBe(bug);
  await expect(askGitHubOrNull(() => Promise.reject(bug))).rejects.toBe(bug);
});
