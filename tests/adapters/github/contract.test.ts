/** The adapter keeps the contract that the fake keeps, over the loopback GitHub. */
import { expect, it } from "vitest";
import type { GitHub } from "../../lab/github/github.ts";
import { AT, aGitHubForAll, as, asApp, REPOSITORY } from "../../lab/github/stage.ts";
import { GITHUB_LAWS } from "../contracts/github-contract.ts";
import type { GitHubHarness } from "../contracts/github-law.ts";
import { aBranch } from "./branch.ts";
import { requestsOf, theIssue, WORKFLOW } from "./stage.ts";

const files = { ...REPOSITORY.files, ".github/workflows/loopwright.yml": WORKFLOW };
const github = await aGitHubForAll({ repositories: [{ ...REPOSITORY, files }] });
const ada = as(github, "ada");
const wim = as(github, "wim");

const app = await asApp(github);

const account = async (login: string) => ({ login, id: (await ada.rest.users.getByUsername({ username: login })).data.id });

const MARK = /\n\n(<!-- loopwright-plan:\S+ -->\n)?<!-- loopwright:\S+ -->$/;

async function harness(lab: GitHub): Promise<GitHubHarness> {
  const { data } = await ada.rest.issues.create({ ...AT, title: "Sum subtracts", body: "It does." });
  const at = { ...AT, issue_number: data.number };
  const before = lab.runs.length;
  const issue = await theIssue(lab, data.number);
  return {
    github: issue,
    people: { writer: await account("wim"), reader: await account("rob"), nobody: { id: 999_999, login: "nobody-of-that-name" } },
    comments: async () => (await ada.rest.issues.listComments(at)).data.map(({ body = "" }) => body.replace(MARK, "")),
    labels: async () => (await ada.rest.issues.listLabelsOnIssue(at)).data.map(({ name }) => name),
    reactions: async (target) => {
      const { data: found } = await (target.kind === "comment"
        ? ada.rest.reactions.listForIssueComment({ ...AT, comment_id: target.id })
        : ada.rest.reactions.listForIssue({ ...AT, issue_number: target.kind === "pull" ? target.number : data.number }));
      return found.map(({ content }) => content);
    },
    runs: async () => lab.runs.length - before,
    write: async (body) => {
      const { data: comment } = await wim.rest.issues.createComment({ ...at, body });
      return { id: comment.id, account: comment.user?.id ?? 0 };
    },
    // GitHub tells an edit by its time, to the second.
    amend: async (id, body) => {
      const edit = async () => {
        await wim.rest.issues.updateComment({ ...AT, comment_id: id, body });
        return (await issue.commentAt(id))?.edited;
      };
      await expect.poll(edit, { interval: 300 }).toBe(true);
    },
    remove: async (id) => void (await ada.rest.issues.deleteComment({ ...AT, comment_id: id })),
    async reviewed(texts) {
      const head = await aBranch(wim, "loop/7-split", { "src/new.js": `${data.number}\n` });
      const { data: pull } = await wim.rest.pulls.create({ ...AT, title: "Split", head: "loop/7-split", base: "main" });
      const comments = texts.map((body) => ({ path: "src/new.js", line: 1, body }));
      const review = { pull_number: pull.number, event: "REQUEST_CHANGES", body: "Almost.", comments } as const;
      return { number: pull.number, head, review: (await ada.rest.pulls.createReview({ ...AT, ...review })).data.id };
    },
    async checked(head_sha, checks) {
      for (const { name, conclusion } of [...checks, { name: "loop/score", conclusion: "success" as string | null }]) {
        const how = conclusion === null ? { status: "in_progress" as const } : { conclusion: conclusion as "success" };
        await app.rest.checks.create({ ...AT, name, head_sha, ...(conclusion !== null && { status: "completed" }), ...how });
      }
    },
    shut: async (pull_number) => void (await ada.rest.pulls.update({ ...AT, pull_number, state: "closed" })),
    async saidOn(number) {
      const { data: replies } = await ada.rest.pulls.listReviewComments({ ...AT, pull_number: number });
      const { data: letters } = await ada.rest.issues.listComments({ ...AT, issue_number: number });
      return [
        ...replies.flatMap(({ in_reply_to_id: to, body }) => (to == null ? [] : [[to, body.replace(MARK, "")] as const])),
        ...letters.map(({ body = "" }) => [null, body.replace(MARK, "")] as const),
      ];
    },
    label: async (name) => void (await wim.rest.issues.addLabels({ ...at, labels: [name] })),
    assign: async (login) => void (await wim.rest.issues.addAssignees({ ...at, assignees: [login] })),
    close: async () => void (await ada.rest.issues.update({ ...at, state: "closed" })),
  };
}

it.each(GITHUB_LAWS)("octokit: $law", async ({ holds }) => {
  await holds(await harness(github));
  // A branch has one open pull request, and each law has one of its own.
  const { data: pulls } = await ada.rest.pulls.list({ ...AT, state: "open" });
  for (const { number: pull_number } of pulls) await ada.rest.pulls.update({ ...AT, pull_number, state: "closed" });
});

/** An issue on which the reader has said so much. */
async function crowded(times: number): Promise<{ readonly number: number; readonly write: (body: string) => Promise<number> }> {
  const { data } = await ada.rest.issues.create({ ...AT, title: "Sum subtracts", body: "It does." });
  const at = { ...AT, issue_number: data.number };
  for (let nth = 0; nth < times; nth += 1) await as(github, "rob").rest.issues.createComment({ ...at, body: `Me too ${nth}` });
  return { number: data.number, write: async (body) => (await wim.rest.issues.createComment({ ...at, body })).data.id };
}

it("sees what is newest, and asks for three pages at most", async () => {
  const since = Date.now() - 10_000;
  const { number, write } = await crowded(301);
  const id = await write("/approve");
  const issue = await theIssue(github, number);
  const asked = await requestsOf(github, async () => expect((await issue.commentsSince(since)).unhandled).toMatchObject([{ id }]));
  expect(asked).toEqual(Array.from({ length: 3 }, () => `GET issues/${number}/comments`));
  await issue.react({ kind: "comment", id }, "rocket");
  expect((await issue.commentsSince(since)).unhandled).toEqual([]);
});

it("tells a worker what is newest, and goes on where it was", async () => {
  const since = Date.now() - 10_000;
  const { number, write } = await crowded(101);
  const issue = await theIssue(github, number);
  expect(await issue.commandsSince(since)).toEqual([]);
  const id = await write("/stop");
  const asked = await requestsOf(github, async () => expect(await issue.commandsSince(since)).toMatchObject([{ id }]));
  expect(asked).toEqual(Array.from({ length: 2 }, () => `GET issues/${number}/comments`));
});

it("asked nothing that GitHub's description does not know", () => {
  expect([github.violations, github.failures]).toEqual([[], []]);
});
