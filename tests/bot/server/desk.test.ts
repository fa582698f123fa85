/** The desk from webhook to webhook: real Probot, real signatures, a loopback GitHub and a scripted model. */
import { expect, it } from "vitest";
import { AT, as } from "../../lab/github/stage.ts";
import { aDesk, script } from "../stage.ts";

/** Requests of a label, the token's among them (good for an hour), and of an approval after it: of the 90 that a journey may take. */
const BUDGET = { label: 20, approve: 15 };

/** What people see, and what starts something; left out: looks, git objects and the refs of the run. */
function deeds(asked: readonly string[]): readonly string[] {
  return asked.filter((line) => !/^GET |^POST (git\/|\/graphql|\/app\/)/.test(line));
}

it("turns a label into a plan, and an approval into a workflow run with issue, run and seal", async () => {
  const { github, model, asked, newIssue, label, say, reacted, commentsOf, labelsOf } = await aDesk();
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  const begun = asked();
  expect(begun.length, begun.join("\n")).toBeLessThanOrEqual(BUDGET.label);
  expect(deeds(begun)).toEqual(["POST issues/1/reactions", "POST issues/1/labels", "POST issues/1/comments", "POST issues/1/reactions"]);
  expect(await labelsOf(issue)).toEqual(["loop", "loop:awaiting-approval"]);
  const [plan = "", ...others] = await commentsOf(issue);
  expect([plan.includes("Make sum add"), others]).toEqual([true, []]);
  const comment = await say(issue, `/approve ${/\/loop approve ([0-9a-f]{32})/.exec(plan)?.[1]}`);
  await reacted("rocket", comment);
  const approved = asked();
  expect(approved.length, approved.join("\n")).toBeLessThanOrEqual(BUDGET.approve);
  expect(deeds(approved)).toEqual([
    `POST issues/comments/${comment}/reactions`,
    "DELETE issues/1/labels/loop:awaiting-approval",
    "POST issues/1/labels",
    "PATCH issues/comments/1",
    "POST actions/workflows/loopwright.yml/dispatches",
    `POST issues/comments/${comment}/reactions`,
  ]);
  const [run, ...more] = github.runs;
  expect([run?.inputs, more]).toEqual([
    { issue: "1", run_id: expect.stringMatching(/^sum-is-wrong-\d{8}-\d{6}$/), digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    [],
  ]);
  expect(await labelsOf(issue)).toEqual(["loop", "loop:running"]);
  expect(github.reactions.map(({ content }) => content)).toEqual(["eyes", "rocket", "eyes", "rocket"]);
  expect([github.violations, github.failures, model.problems]).toEqual([[], [], []]);
});

it("answers GitHub before the model has said a word [WH-19]", async () => {
  const { github, newIssue, label, heard, reacted, commentsOf } = await aDesk({ script: script(2_000) });
  const issue = await newIssue();
  await label(issue);
  await heard();
  expect(github.deliveries.map(({ action, statuses }) => [action, statuses])).toContainEqual(["labeled", [200]]);
  expect(await commentsOf(issue)).toEqual([]);
  await reacted("rocket");
  expect(await commentsOf(issue)).toHaveLength(1);
});

it.each([
  { what: "/stop", how: "a command" },
  { what: "closed", how: "the issue closed" },
  { what: "unlabeled", how: "the label taken away" },
])("ends a run that waits: $how", async ({ what }) => {
  const { github, newIssue, label, say, reacted, commentsOf, labelled } = await aDesk();
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  const at = { ...AT, issue_number: issue };
  if (what === "/stop") await say(issue, what);
  if (what === "closed") await as(github, "ada").rest.issues.update({ ...at, state: "closed" });
  if (what === "unlabeled") await as(github, "ada").rest.issues.removeLabel({ ...at, name: "loop" });
  await labelled(issue, "loop:stopped");
  await github.wait(({ reactions }) => reactions.filter(({ content }) => content === "rocket").length >= (what === "/stop" ? 2 : 1));
  await github.wait(
    ({ requests }) => requests.filter(({ method, path }) => method === "POST" && /issues\/\d+\/comments$/.test(path)).length >= 2,
  );
  expect((await commentsOf(issue)).at(-1)).toContain("**Stopped**");
  expect(github.violations).toEqual([]);
});

it("starts another workflow run for one that ended without taking the run up, then ends the run, and hands it over again on /resume", async () => {
  const { github, newIssue, label, say, reacted, labelled } = await aDesk({
    github: { runner: { run: async () => ({ conclusion: "failure" }) } },
  });
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  await say(issue, "/approve");
  await labelled(issue, "loop:failed");
  const comment = await say(issue, "/loop resume");
  await reacted("rocket", comment);
  const digests = github.runs.map(({ inputs }) => inputs["digest"]);
  expect([new Set(github.runs.map(({ inputs }) => inputs["run_id"])).size, new Set(digests).size]).toEqual([1, digests.length]);
  expect(digests.length).toBeGreaterThanOrEqual(3);
  expect(github.violations).toEqual([]);
});

/** Requests of a comment that the plan is told to be older than: to read the run, ask the role, write it down, and edit the comment. */
const NEWER = 14;

it("says in the plan that it is older than a comment that came while it waits, and asks for nothing where no plan waits", async () => {
  const { github, newIssue, label, say, reacted, heard, commentsOf, asked } = await aDesk();
  const issue = await newIssue();
  await say(issue, "I see it as well.");
  await heard();
  expect(asked()).toEqual([]);
  await label(issue);
  await reacted("rocket");
  await say(issue, "Me too.", "rob");
  await heard();
  asked();
  const comment = await say(issue, "Negative numbers as well, please.");
  await github.wait(({ requests }) => requests.some(({ method, path }) => method === "PATCH" && path.endsWith("/issues/comments/2")));
  const [, plan = ""] = await commentsOf(issue);
  expect(plan).toContain(`Older than [a comment](${github.url}/acme/widget/issues/${issue}#issuecomment-${comment}) by ada**`);
  const requests = asked();
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(NEWER);
  expect(deeds(requests)).toEqual(["PATCH issues/comments/2"]);
  await reacted("rocket", await say(issue, "/approve"));
  expect([github.runs.length, github.violations]).toEqual([1, []]);
});

it("says no to who may not, with a sign and without a word", async () => {
  const { github, newIssue, label, say, reacted, commentsOf } = await aDesk();
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  await reacted("-1", await say(issue, "/approve", "rob"));
  expect(github.runs).toEqual([]);
  expect(await commentsOf(issue)).toHaveLength(2);
});
