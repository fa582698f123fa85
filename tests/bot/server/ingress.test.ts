/** What the bot does not take in: strangers, repetitions, and whatever is no wish. */
import { request } from "node:http";
import { expect, it } from "vitest";
import * as z from "zod";
import { AT, as, asApp } from "../../lab/github/stage.ts";
import { aDesk, type DeskStage, deliver, script } from "../stage.ts";

const Payload = z.looseObject({ comment: z.looseObject({}).optional(), issue: z.looseObject({}).optional() });

/** The first webhook of this event and action, as it was sent. */
function firstOf({ github }: DeskStage, event: string, action: string): z.infer<typeof Payload> {
  return Payload.parse(github.deliveries.find((one) => one.event === event && one.action === action)?.payload);
}

it("asks nothing of GitHub for what is no command, whoever says it", async () => {
  const stage = await aDesk();
  const { github, hookUrl, newIssue, say, heard, asked } = stage;
  const issue = await newIssue();
  for (const body of [
    "What a day.",
    "> /approve",
    "```\n/approve\n```",
    "    /stop",
    "<!-- /stop -->",
    "I would /approve this.",
    "- /stop",
  ])
    await say(issue, body);
  const app = await asApp(github);
  await app.rest.issues.createComment({ ...AT, issue_number: issue, body: "/approve" });
  await heard();
  asked();
  const payload = firstOf(stage, "issue_comment", "created");
  const edited = { ...payload, comment: { ...payload.comment, body: "/approve", updated_at: "2030-01-01T00:00:00Z" } };
  const onPull = { ...payload, issue: { ...payload.issue, pull_request: { url: "x" } } };
  const byNobody = { ...payload, comment: { ...payload.comment, user: null } };
  for (const one of [edited, onPull, byNobody]) expect(await deliver(hookUrl, { event: "issue_comment", payload: one })).toBe(200);
  expect(await deliver(hookUrl, { event: "issue_comment", payload: { ...payload, action: "edited" } })).toBe(200);
  await stage.bot.stop({ finish: 10_000, stop: 0 });
  expect(asked()).toEqual([]);
  expect(github.reactions).toEqual([]);
});

it("says nothing to a label that is not ours", async () => {
  const { github, newIssue, heard, bot, commentsOf } = await aDesk();
  const issue = await newIssue();
  await as(github, "ada").rest.issues.addLabels({ ...AT, issue_number: issue, labels: ["bug"] });
  await heard();
  await bot.stop({ finish: 10_000, stop: 0 });
  expect([await commentsOf(issue), github.reactions]).toEqual([[], []]);
});

it("refuses a webhook that is not signed with its secret, or not as it was signed", async () => {
  const stage = await aDesk();
  const { github, hookUrl, newIssue, label, reacted, asked, bot } = stage;
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  asked();
  const payload = firstOf(stage, "issues", "labeled");
  expect(await deliver(hookUrl, { event: "issues", payload, secret: "another secret of length" })).toBe(400);
  const unsigned = { "content-type": "application/json", "x-github-event": "issues", "x-github-delivery": "1" };
  expect((await fetch(hookUrl, { method: "POST", body: JSON.stringify(payload), headers: unsigned })).status).toBe(400);
  expect(await deliver(hookUrl, { event: "issues", payload: { action: "labeled", issue: 7, installation: { id: 777 } } })).toBe(500);
  await bot.stop({ finish: 10_000, stop: 0 });
  expect([asked(), github.violations]).toEqual([[], []]);
});

it("refuses an action that is no text [WH-27]", async () => {
  const { hookUrl } = await aDesk();
  for (const action of [{}, [], 1, null, { toString: 1 }])
    expect(await deliver(hookUrl, { event: "issues", payload: { action } })).toBe(400);
});

it("starts one run for one label, however often it is told", async () => {
  const stage = await aDesk({ github: { deliveryFault: ({ action }) => (action === "labeled" ? "doubled" : null) } });
  const { github, hookUrl, newIssue, label, reacted, asked, commentsOf, model } = stage;
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  expect(asked().filter((line) => line === "POST issues/1/comments")).toHaveLength(1);
  const payload = firstOf(stage, "issues", "labeled");
  // The same once more by hand, under another number: the run is there already.
  expect(await deliver(hookUrl, { event: "issues", payload })).toBe(200);
  await stage.bot.stop({ finish: 10_000, stop: 0 });
  expect((await commentsOf(issue)).filter((body) => body.startsWith("**Plan**"))).toHaveLength(1);
  const { data: runs } = await as(github, "ada").rest.git.listMatchingRefs({ ...AT, ref: `loopwright/issue-${issue}/sum` });
  expect(runs).toHaveLength(1);
  expect(model.requests.filter(({ role }) => role === "hydrator")).toHaveLength(1);
  expect(github.violations).toEqual([]);
});

it("hears a /stop behind any amount of talk, while the desk is at work", async () => {
  const stage = await aDesk({ script: script(1_500) });
  const { github, hookUrl, newIssue, label, say, labelled } = stage;
  const issue = await newIssue();
  await say(issue, "What a day.");
  await label(issue);
  await github.wait(({ deliveries }) => deliveries.find(({ action }) => action === "labeled")?.statuses.length === 1);
  const talk = firstOf(stage, "issue_comment", "created");
  for (let count = 0; count < 30; count += 1) expect(await deliver(hookUrl, { event: "issue_comment", payload: talk })).toBe(200);
  await say(issue, "/stop");
  await labelled(issue, "loop:stopped");
  expect(github.violations).toEqual([]);
});

it("cuts off a body that is larger than GitHub's ever are", async () => {
  const { hookUrl, newIssue, label, reacted } = await aDesk();
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": "1",
    "x-hub-signature-256": "sha256=0",
  };
  const cut = await new Promise<unknown>((resolve) => {
    const sending = request(hookUrl, { method: "POST", headers }, ({ statusCode }) => resolve(statusCode));
    sending.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    const more = (): void => {
      while (!sending.destroyed && sending.write(Buffer.alloc(1024 ** 2)));
    };
    sending.on("drain", more);
    more();
  });
  // Who is quick enough reads why.
  expect(["ECONNRESET", "EPIPE", 400, 413]).toContain(cut);
  await label(await newIssue());
  await reacted("rocket");
});

it("does nothing for a webhook whose repository is none of its installation's, whatever it is called [WH-14]", async () => {
  const stage = await aDesk();
  const { github, hookUrl, newIssue, heard, commentsOf, model } = stage;
  const issue = await newIssue();
  await as(github, "ada").rest.issues.addLabels({ ...AT, issue_number: issue, labels: ["bug"] });
  await heard();
  const other = firstOf(stage, "issues", "labeled");
  const payload = { ...other, label: { name: "loop" }, repository: { ...Object(other["repository"]), id: 987_654 } };
  expect(await deliver(hookUrl, { event: "issues", payload })).toBe(200);
  await stage.bot.stop({ finish: 10_000, stop: 0 });
  expect([await commentsOf(issue), github.reactions, model.requests]).toEqual([[], [], []]);
});

it("takes five hundred webhooks at once, and loses no command among them [WH-21]", async () => {
  const dropped = new Set<"dropped">();
  const stage = await aDesk({ github: { deliveryFault: () => [...dropped][0] ?? null } });
  const { github, hookUrl, newIssue, say, heard } = stage;
  const first = await newIssue();
  await say(first, "What a day.");
  await heard();
  dropped.add("dropped");
  const issues = [first, ...(await Promise.all(Array.from({ length: 24 }, () => newIssue())))];
  const payload = firstOf(stage, "issue_comment", "created");
  const commandOn = async (number: number): Promise<object> => {
    const { data } = await as(github, "ada").rest.issues.createComment({ ...AT, issue_number: number, body: "/loop help" });
    return { ...payload, issue: { ...payload.issue, number }, comment: { ...payload.comment, id: data.id, body: "/loop help" } };
  };
  const commands = await Promise.all(issues.map(commandOn));
  const noise = [payload, { ...payload, action: "edited" }, { ...payload, comment: { ...payload.comment, user: null } }];
  const all = Array.from({ length: 500 }, (_, at) => (at % 20 === 0 ? commands[at / 20] : noise[at % 3]));
  const answers = await Promise.all(all.map((one) => deliver(hookUrl, { event: "issue_comment", payload: one })));
  expect(answers).toEqual(Array(500).fill(200));
  await stage.bot.stop({ finish: 60_000, stop: 0 });
  expect(github.reactions.filter(({ content }) => content === "rocket").map(({ on }) => on)).toHaveLength(issues.length);
  expect(github.violations).toEqual([]);
});
