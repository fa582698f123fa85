/** Who is heard at the desk, on the local GitHub: real Probot, signed webhooks, roles that GitHub is asked for. */
import { expect, it } from "vitest";
import * as z from "zod";
import { aDesk, type DeskStage, deliver, FILES } from "../../bot/stage.ts";
import type { Role } from "../../lab/github/rules/role.ts";
import { AT, as, REPOSITORY } from "../../lab/github/stage.ts";

const Payload = z.looseObject({ comment: z.looseObject({ id: z.number() }), issue: z.looseObject({ number: z.number() }) });
type Payload = z.infer<typeof Payload>;

interface Story extends DeskStage {
  readonly roles: Record<string, Role>;
  /** An issue of rob's whose plan waits; gives its number. */
  readonly planned: () => Promise<number>;
  /** What GitHub told of a comment when it was made. */
  readonly told: (comment: number) => Payload;
  readonly workflowRuns: (issue: number) => number;
  /** Resolves when our last word holds this. */
  readonly word: (issue: number, words: string) => Promise<void>;
}

async function aStory(): Promise<Story> {
  const roles: Record<string, Role> = { ...REPOSITORY.roles };
  const files = { ...FILES, ".github/loopwright.yml": "require_second_person: true\nrehearse: false\n" };
  const desk = await aDesk({
    github: { repositories: [{ ...REPOSITORY, files, roles }], runner: { run: async () => ({ conclusion: "failure" }) } },
  });
  const { github, label, commentsOf } = desk;
  return {
    ...desk,
    roles,
    async planned() {
      const { data } = await as(github, "rob").rest.issues.create({ ...AT, title: "Sum is wrong", body: "sum subtracts" });
      await label(data.number);
      await github.wait(({ reactions }) =>
        reactions.some(({ on, content }) => on.endsWith(`issues/${data.number}`) && content === "rocket"),
      );
      return data.number;
    },
    told(comment) {
      const all = github.deliveries.map(({ payload }) => Payload.safeParse(payload).data);
      const found = all.find((one) => one?.comment.id === comment);
      if (found === undefined) throw new Error(`nothing was told of comment ${comment}`);
      return found;
    },
    word: (issue, words) => expect.poll(async () => (await commentsOf(issue)).at(-1)).toContain(words),
    workflowRuns: (issue) => github.runs.filter(({ inputs }) => inputs["issue"] === `${issue}`).length,
  };
}

it("lets the author, the approver and whoever writes stop, tells whoever triages that they may not, and says nothing to strangers [AUTH-19]", async () => {
  const { planned, say, reacted, labelled, commentsOf, word } = await aStory();
  const first = await planned();
  await reacted("-1", await say(first, "/stop", "otto"));
  await reacted("-1", await say(first, "/stop", "tess"));
  await word(first, "tess may not do this here");
  expect((await commentsOf(first)).filter((text) => text.includes("may not do this"))).toHaveLength(1);
  await say(first, "/stop", "rob");
  await labelled(first, "loop:stopped");
  const second = await planned();
  await say(second, "/stop", "wim");
  await labelled(second, "loop:stopped");
});

it("takes no approval of the issue's own author where a second person must, whatever their role [AUTH-15]", async () => {
  const { planned, say, reacted, word, roles, workflowRuns } = await aStory();
  const issue = await planned();
  roles["rob"] = "admin";
  await reacted("-1", await say(issue, "/approve", "rob"));
  await word(issue, "another person than the author");
  expect(workflowRuns(issue)).toBe(0);
  await say(issue, "/approve", "wim");
  await reacted("rocket");
});

it("dispatches nothing in the name of somebody who may not approve any more, and says why [AUTH-12]", async () => {
  const { planned, say, labelled, roles, word, workflowRuns } = await aStory();
  const issue = await planned();
  await say(issue, "/approve", "wim");
  await labelled(issue, "loop:failed");
  const before = workflowRuns(issue);
  roles["wim"] = "read";
  await say(issue, "/loop resume", "ada");
  await labelled(issue, "loop:stopped");
  expect(workflowRuns(issue)).toBe(before);
  await word(issue, "wim may not approve any more");
});

it("acts on no comment that was made into a command later, by its author or by whoever may edit it [CMD-18, CMD-20]", async () => {
  const { github, planned, say, heard, workflowRuns, bot } = await aStory();
  const issue = await planned();
  const mine = await say(issue, "Let me see.", "wim");
  const theirs = await say(issue, "Nice.", "otto");
  for (const comment_id of [mine, theirs]) await as(github, "wim").rest.issues.updateComment({ ...AT, comment_id, body: "/approve" });
  await heard();
  await bot.stop({ finish: 10_000, stop: 0 });
  // Theirs, and the plan's, which says that it is older than what wim said first.
  expect(github.deliveries.filter(({ action }) => action === "edited")).toHaveLength(3);
  expect([workflowRuns(issue), github.reactions.filter(({ on }) => /comments/.test(on))]).toEqual([0, []]);
});

it.each([
  {
    what: "edited",
    id: "CMD-19",
    change: (github: DeskStage["github"], comment_id: number) =>
      as(github, "wim").rest.issues.updateComment({ ...AT, comment_id, body: "/approve, but" }),
  },
  {
    what: "deleted",
    id: "CMD-21",
    change: (github: DeskStage["github"], comment_id: number) => as(github, "wim").rest.issues.deleteComment({ ...AT, comment_id }),
  },
  { what: "minimised", id: "CMD-29", change: async (github: DeskStage["github"], comment: number) => github.hide(comment) },
])("takes no approval that was $what before it was heard [$id]", async ({ what, change }) => {
  const { github, hookUrl, planned, say, told, heard, word, labelsOf, bot, workflowRuns } = await aStory();
  const issue = await planned();
  const comment = await say(issue, "I will say it now.", "wim");
  await heard();
  await change(github, comment);
  const payload = { ...told(comment), comment: { ...told(comment).comment, body: "/approve" } };
  expect(await deliver(hookUrl, { event: "issue_comment", payload })).toBe(200);
  // Nothing stands there any more where it was deleted.
  if (what !== "deleted") await word(issue, "edited or taken back");
  await bot.stop({ finish: 10_000, stop: 0 });
  expect([workflowRuns(issue), await labelsOf(issue)]).toEqual([0, ["loop", "loop:awaiting-approval"]]);
});

it("takes an approval that stands there as it was said [CMD-19, CMD-21, CMD-29]", async () => {
  const { planned, say, workflowRuns } = await aStory();
  const issue = await planned();
  await say(issue, "/approve", "wim");
  await expect.poll(() => workflowRuns(issue)).toBe(1);
});

it("hears of an answer by mail the stop alone, though it quotes an approval [CMD-22]", async () => {
  const { planned, say, labelled, workflowRuns } = await aStory();
  const issue = await planned();
  await say(issue, "/stop\r\n\r\nOn Mon, 6 Apr 2026 she wrote:\r\n> /approve\r\n", "wim");
  await labelled(issue, "loop:stopped");
  expect(workflowRuns(issue)).toBe(0);
});

it("hears no command in a comment on a line, on a commit or in a discussion, nor on a pull request that is no run's [CMD-25]", async () => {
  const { github, hookUrl, planned, say, told, heard, asked, bot } = await aStory();
  const issue = await planned();
  const comment = await say(issue, "/lgtm", "wim");
  await heard();
  const payload = { ...told(comment), comment: { ...told(comment).comment, body: "/stop" } };
  asked();
  for (const event of ["pull_request_review_comment", "commit_comment", "discussion_comment"])
    expect(await deliver(hookUrl, { event, payload })).toBe(200);
  const review = {
    id: 1,
    body: "/stop",
    state: "commented",
    user: { id: 1, login: "wim", type: "User" },
    submitted_at: "2026-01-01T00:00:00Z",
  };
  expect(
    await deliver(hookUrl, {
      event: "pull_request_review",
      payload: { ...payload, action: "submitted", review, pull_request: PULL(issue) },
    }),
  ).toBe(200);
  await bot.stop({ finish: 10_000, stop: 0 });
  expect([asked(), github.reactions.filter(({ on }) => /comments/.test(on))]).toEqual([[], []]);
});

const PULL = (issue: number) => ({
  number: 99,
  updated_at: "2026-01-01T00:00:00Z",
  head: { ref: `loop/${issue}-sum`, repo: { id: 1 } },
  base: { repo: { id: 1 } },
});

it("does nothing for an event of this repository that tells of an issue of another one [AUTH-24]", async () => {
  const { hookUrl, planned, say, told, heard, asked, bot, workflowRuns } = await aStory();
  const issue = await planned();
  const comment = await say(issue, "/lgtm", "wim");
  await heard();
  const before = told(comment);
  const payload = {
    ...before,
    comment: { ...before.comment, body: "/approve" },
    issue: { ...before.issue, repository_url: "https://api.github.com/repos/acme/vault" },
  };
  asked();
  expect(await deliver(hookUrl, { event: "issue_comment", payload })).toBeGreaterThanOrEqual(500);
  await bot.stop({ finish: 10_000, stop: 0 });
  expect([asked(), workflowRuns(issue)]).toEqual([[], 0]);
});
