/** How a run goes on with its pull request: what a review says, answers in its threads, and the one pull request that moves. */
import { expect, it } from "vitest";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import { as, asApp } from "../../../builders/lab-clients.ts";
import { AT, aGitHubForAll } from "../../../lab/github/stage.ts";
import { aBranch } from "../branch.ts";
import { hastyClock, requestsOf, theIssue } from "../stage.ts";

const github = await aGitHubForAll();
const wim = as(github, "wim");

async function aPull(branch: string) {
  const head = await aBranch(wim, branch, { "src/new.js": `${branch}\n` });
  const { data } = await wim.rest.pulls.create({ ...AT, title: "Add", head: branch, base: "main" });
  return { head, number: data.number };
}

it("tells how a pull request stands, with one request", async () => {
  const { head, number } = await aPull("loop/1-a");
  const issue = await theIssue(github, 1);
  const asked = await requestsOf(github, async () => {
    expect(await issue.pull(number)).toEqual({ open: true, merged: false, branch: "loop/1-a", head, base: "main" });
  });
  expect(asked).toEqual([`GET pulls/${number}`]);
  await wim.rest.pulls.update({ ...AT, pull_number: number, state: "closed" });
  expect(await issue.pull(number)).toMatchObject({ open: false, merged: false });
});

it("reads the comments of a review on lines, and answers each once, but for one that is gone", async () => {
  const { number } = await aPull("loop/2-a");
  const at = { ...AT, pull_number: number };
  const comments = [
    { path: "src/new.js", line: 1, body: "Name it otherwise." },
    { path: "src/new.js", position: 1, body: "x".repeat(700) },
  ];
  const { data: review } = await as(github, "ada").rest.pulls.createReview({ ...at, event: "REQUEST_CHANGES", body: "Almost.", comments });
  const issue = await theIssue(github, 2);
  const threads = await issue.threads(number, review.id);
  expect(threads.map(({ path, line, text }) => [path, line, text.length])).toEqual([
    ["src/new.js", 1, 18],
    ["src/new.js", null, 500],
  ]);
  const since = Date.now() - 10_000;
  const replies = [...threads.map(({ comment }) => comment), 987_654].map((to) => ({ to, key: `a-1/reply/${to}`, body: "Done.", since }));
  const asked = await requestsOf(github, () => issue.reply(number, replies));
  expect(asked.map((one) => one.replace(/\d+/g, "n"))).toEqual([
    "GET pulls/n/comments",
    ...Array(3).fill("POST pulls/n/comments/n/replies"),
  ]);
  await issue.reply(number, replies);
  const { data: all } = await wim.rest.pulls.listReviewComments(at);
  expect(all.filter(({ body }) => body.startsWith("Done.")).map(({ in_reply_to_id }) => in_reply_to_id)).toEqual(
    threads.map(({ comment }) => comment),
  );
});

it("comments on and reacts to the pull request instead of the issue", async () => {
  const { number } = await aPull("loop/3-a");
  const issue = await theIssue(github, 3);
  const id = await issue.comment({ key: "a-1/replies/1", body: "Done.", since: Date.now() - 10_000, on: number });
  expect(await issue.comment({ key: "a-1/replies/1", body: "Done.", since: Date.now() - 10_000, on: number })).toBe(id);
  await issue.react({ kind: "pull", number }, "eyes");
  const { data } = await wim.rest.issues.listComments({ ...AT, issue_number: number });
  expect(data.map(({ body }) => body?.split("\n")[0])).toEqual(["Done."]);
  expect(github.reactions.at(-1)).toMatchObject({ content: "eyes" });
});

it("moves the pull request that is there, and never opens one again that a person closed or pushed to [LIFE-11]", async () => {
  const { head, number } = await aPull("loop/4-a");
  const press = githubPublisher(await asApp(github), { ...AT, base: "main", clock: hastyClock() });
  const publication = {
    title: "Add more",
    body: "Tells of the new head.",
    branch: "loop/4-a",
    head,
    base: "main",
    number,
    titled: "Ad",
    draft: false,
  };
  const asked = await requestsOf(github, async () => expect(await press.publish(publication)).toMatchObject({ number, head }));
  expect(asked).toEqual([`GET pulls/${number}`, `PATCH pulls/${number}`, "GET git/ref/heads%2Fmain"]);
  const { data } = await wim.rest.pulls.get({ ...AT, pull_number: number });
  expect([data.title, data.body]).toEqual(["Add", "Tells of the new head."]);
  await press.publish({ ...publication, titled: "Add" });
  expect((await wim.rest.pulls.get({ ...AT, pull_number: number })).data.title).toBe("Add more");
  expect(await press.publish({ ...publication, head: "f".repeat(40) })).toEqual({ reason: expect.stringContaining("somebody else wrote") });
  await wim.rest.pulls.update({ ...AT, pull_number: number, state: "closed" });
  expect(await press.publish(publication)).toEqual({ reason: `pull request #${number} was closed` });
});

it("opens a draft for what nobody verified, and makes that very one ready once it was [6.9 #15]", async () => {
  const head = await aBranch(wim, "loop/draft", { "half.txt": "x" });
  const press = githubPublisher(await asApp(github), { ...AT, base: "main", clock: hastyClock() });
  const publication = {
    title: "Half",
    body: "Not finished",
    branch: "loop/draft",
    head,
    base: "main",
    number: null,
    titled: null,
    draft: true,
  };
  const opened = await press.publish(publication);
  const number = "reason" in opened ? null : opened.number;
  const shown = async () => (await wim.rest.pulls.get({ ...AT, pull_number: number ?? 0 })).data;
  expect(await shown()).toMatchObject({ draft: true, title: "Half", body: "Not finished" });
  await press.publish({ ...publication, number, body: "Still not" });
  expect(await shown()).toMatchObject({ draft: true, body: "Still not" });
  await press.publish({ ...publication, number, body: "Closes #1", draft: false });
  expect(await shown()).toMatchObject({ draft: false, title: "Half", body: "Closes #1" });
});

it("asked nothing that GitHub's description does not know", () => {
  expect([github.violations, github.failures]).toEqual([[], []]);
});
