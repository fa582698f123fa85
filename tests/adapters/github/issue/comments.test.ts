/** Comments: created with a mark, found again by it and by nothing else, edited in place, refused where they cannot stand. */
import { expect, it } from "vitest";
import { AT } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { failureOf, requestsOf, theIssue } from "../stage.ts";
import { commentLab, letter } from "./comment-lab.ts";

const { github, ada, app, newIssue, commentsOf } = await commentLab();

it("creates a comment with two requests, with a mark that finds it again", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  let id = "";
  expect(
    await requestsOf(github, async () => {
      id = await issue.comment(letter("plan:1"));
    }),
  ).toEqual([`GET issues/${number}/comments`, `POST issues/${number}/comments`]);
  const asked = await requestsOf(github, async () => expect(await issue.comment(letter("plan:1", "Other words."))).toBe(id));
  expect(asked).toEqual([`GET issues/${number}/comments`]);
  expect(await issue.comment(letter("plan:2"))).not.toBe(id);
  expect((await commentsOf(number)).map(({ body }) => body)).toEqual([
    "The plan.\n\n<!-- loopwright:plan:1 -->",
    "The plan.\n\n<!-- loopwright:plan:2 -->",
  ]);
});

it("takes nobody else's comment for its own, and no mark that it only quotes [INJ-24]", async () => {
  const number = await newIssue();
  const at = { ...AT, issue_number: number };
  await ada.rest.issues.createComment({ ...at, body: "Mine.\n\n<!-- loopwright:plan -->" });
  await app.rest.issues.createComment({ ...at, body: "> <!-- loopwright:plan -->\n\nYou said so." });
  await (await theIssue(github, number)).comment(letter("plan"));
  expect(await commentsOf(number)).toHaveLength(3);
});

it("finds its comment behind a page of others, and looks no further back than a quarter of an hour before [API-08, API-12]", async () => {
  const number = await newIssue();
  for (let count = 0; count < 100; count += 1) await ada.rest.issues.createComment({ ...AT, issue_number: number, body: "me too" });
  const line = await badLine(github.url, () => null);
  const issue = await theIssue(github, number, { url: line.url });
  const id = await issue.comment(letter("plan"));
  expect(await issue.comment({ ...letter("plan"), since: Date.parse("2026-01-02T10:00:00Z") })).toBe(id);
  const looks = line.asked.filter((one) => one.startsWith("GET /repos")).slice(-2);
  const query = "since=2026-01-02T09%3A45%3A00.000Z&per_page=100";
  expect(looks).toEqual([1, 2].map((page) => `GET /repos/acme/widget/issues/${number}/comments?${query}&page=${page}`));
});

it("takes a list of which a page fails for no list at all: nothing is sent, and the next page is not skipped [API-08]", async () => {
  const number = await newIssue();
  for (let count = 0; count < 101; count += 1) await ada.rest.issues.createComment({ ...AT, issue_number: number, body: "me too" });
  const broken: Fault = { status: 502, body: {} };
  const line = await badLine(github.url, faults("page=2", ...Array<Fault>(12).fill(broken)));
  const issue = await theIssue(github, number, { url: line.url });
  const late = { ...letter("plan"), since: Date.now() - 6_000 };
  expect((await failureOf(issue.comment(late))).retryable).toBe(true);
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toEqual([]);
  const id = await (await theIssue(github, number)).comment(letter("plan"));
  expect(await (await theIssue(github, number)).comment(late)).toBe(id);
});

it("does not take a comment for sent that GitHub shows with another text [API-17]", async () => {
  const number = await newIssue();
  const line = await badLine(github.url, (method, path) => {
    if (method === "POST" && path.endsWith("/comments")) return { status: 201, body: { id: 99, body: "" } };
    return path.endsWith("/comments/99") ? { status: 200, body: { id: 99, body: "" } } : null;
  });
  const failure = await failureOf((await theIssue(github, number, { url: line.url })).comment(letter("plan")));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("comment 99 shows another text than was sent") });
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toHaveLength(1);
});

it("edits its comment with one request and says when it was deleted", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const id = await issue.comment(letter("plan"));
  const asked = await requestsOf(github, () => issue.edit(id, { key: "plan", body: "Another plan." }));
  expect(asked).toEqual([`PATCH issues/comments/${id}`]);
  expect(await commentsOf(number)).toMatchObject([{ id: Number(id), body: "Another plan.\n\n<!-- loopwright:plan -->" }]);
  await ada.rest.issues.deleteComment({ ...AT, comment_id: Number(id) });
  const failure = await failureOf(issue.edit(id, { key: "plan", body: "Late." }));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("the comment was deleted") });
});

it("does not comment on a locked issue, and says what to do [OUT-19]", async () => {
  const number = await newIssue();
  await ada.rest.issues.lock({ ...AT, issue_number: number });
  const issue = await theIssue(github, number);
  const before = github.requests.length;
  const failure = await failureOf(issue.comment(letter("plan")));
  expect(github.requests.slice(before).filter(({ path }) => path.endsWith("/comments"))).toHaveLength(2);
  expect(failure.retryable).toBe(false);
  expect(failure.message).toContain("GitHub answered 403: Unable to create comment because issue is locked.");
  expect(failure.message).toMatch(/the issue is locked: unlock it, or go on without its comments$/);
});

it("sends no text that is too long with its mark, and no key that would end the mark", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const longest = 65_536 - "\n\n<!-- loopwright:plan -->".length;
  const asked = await requestsOf(github, async () => {
    await expect(issue.comment(letter("plan", "x".repeat(longest + 1)))).rejects.toThrow("bug: the comment plan has 65537 characters");
    for (const key of ["", "a-->", "a b", "a--b", "x".repeat(201)]) await expect(issue.comment(letter(key))).rejects.toThrow("bug: ");
    await expect(issue.edit("1", letter("a>"))).rejects.toThrow("bug: ");
  });
  expect(asked).toEqual([]);
  await issue.comment(letter("plan", "x".repeat(longest)));
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});
