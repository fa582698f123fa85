/** A repository without a bot: the built Action plays every station, and GitHub starts it by the workflow file alone. */
import { afterAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { aLoneLab, LONE_WORKFLOW as WORKFLOW } from "../lone-lab.ts";
import { as } from "../people.ts";
import { aRepository, KEY } from "../stage.ts";
import { FILES, HYDRATION, story } from "../story.ts";

/** The workflow on machines that die: these jobs do not get to their Action. */
function dying(...jobs: readonly string[]): string {
  const file = parse(WORKFLOW);
  for (const name of jobs) file.jobs[name].steps = [{ run: "exit 1" }];
  return stringify(file);
}

const KEYLESS = WORKFLOW.replaceAll(/ +anthropic-api-key: .*\n/g, "");
const POWERLESS = WORKFLOW.replaceAll(/ +actions: write\n/g, "");
const READING = WORKFLOW.replaceAll(/(issues|pull-requests): write/g, "$1: read");

const lab = await aLoneLab(
  [
    aRepository("cancelled", {}, WORKFLOW),
    aRepository("whole", {}, WORKFLOW),
    aRepository("dying", {}, dying("run", "publish")),
    aRepository("dead", {}, dying("run", "publish", "close")),
    aRepository("keyless", {}, KEYLESS),
    aRepository("powerless", {}, POWERLESS),
    aRepository("reading", {}, READING),
    aRepository("misnamed", { files: { ...FILES, ".github/workflows/loop.yml": WORKFLOW } }),
  ],
  story({
    // The first one is the plan that a person cancels.
    hydrator: [
      { reply: { json: HYDRATION }, fault: { delayMs: 60_000 } },
      { reply: { json: HYDRATION }, repeat: true },
    ],
    "plan-critic": [{ reply: { json: { verdict: "PROCEED", findings: [] } }, repeat: true }],
  }),
);
const { github, model, begun, labelled, labelsOf, says, jobsOf, logOf } = lab;

afterAll(() => expect([github.violations, github.failures, model.problems]).toEqual([[], [], []]));

/** Who wrote each comment, with its first line. */
const commentsOf = async (repo: string, issue: number): Promise<readonly (readonly [string, string])[]> =>
  (await lab.commentsOf(repo, issue)).map(({ by, text }) => [by, text.split("\n")[0] ?? ""]);

const SKIPPED = { run: "skipped", verify: "skipped", publish: "skipped", close: "skipped" };

it("stops a run whose plan a person cancels, since no other job takes it up by itself; the label begins another one", async () => {
  const number = await lab.opened("cancelled");
  const at = { owner: "acme", repo: "cancelled" };
  const cancelled = await begun("issues", async () => {
    await as(github, "ada").rest.issues.addLabels({ ...at, issue_number: number, labels: ["loop"] });
    await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(1);
    await as(github, "ada").rest.actions.cancelWorkflowRun({ ...at, run_id: github.runs.at(-1)?.id ?? 0 });
  });
  expect([cancelled.conclusion, await labelsOf("cancelled", number)]).toEqual(["cancelled", ["loop", "loop:stopped"]]);
  expect(await commentsOf("cancelled", number)).toEqual([["github-actions[bot]", expect.stringContaining("**Stopped**")]]);
  await as(github, "ada").rest.issues.removeLabel({ ...at, issue_number: number, name: "loop" });
  await lab.labelled("cancelled", number);
  expect(await labelsOf("cancelled", number)).toEqual(["loop", "loop:awaiting-approval"]);
});

it("goes from a label to a verified pull request with no bot, and by the workflow's own token alone; and leaves alone what a person took over [M0.01, LIFE-11]", async () => {
  const { number, run: first } = await labelled("whole");
  expect(jobsOf(first)).toEqual({ control: "success", ...SKIPPED });
  expect(await labelsOf("whole", number)).toEqual(["loop", "loop:awaiting-approval"]);
  const talk = await begun("issue_comment", says("whole", number, "Looks good to me. I would /approve this."));
  expect(jobsOf(talk)).toEqual({ control: "success", ...SKIPPED });
  const refused = await begun("issue_comment", says("whole", number, "/approve 00000000000000000000000000000000"));
  expect(jobsOf(refused)["control"]).toBe("success");
  const done = await begun("workflow_dispatch", says("whole", number, "/approve"));
  expect(jobsOf(done)).toEqual({ control: "skipped", run: "success", verify: "success", publish: "success", close: "success" });
  expect(done).toMatchObject({ actor: "github-actions[bot]", title: expect.stringMatching(/^Loopwright #\d+ [a-z0-9-]+ [0-9a-f]{64}$/) });
  const { data: pulls } = await as(github, "ada").rest.pulls.list({ owner: "acme", repo: "whole" });
  expect(pulls.map(({ user, body }) => [user?.login, body?.includes(`Closes #${number}`)])).toEqual([["github-actions[bot]", true]]);
  expect(await commentsOf("whole", number)).toEqual([
    ["github-actions[bot]", expect.stringContaining("**Plan**")],
    ["wim", expect.stringContaining("Looks good")],
    ["wim", "/approve 00000000000000000000000000000000"],
    ["github-actions[bot]", expect.stringContaining("not approved")],
    ["wim", "/approve"],
    ["github-actions[bot]", expect.stringContaining("**Completed**")],
    ["github-actions[bot]", expect.stringContaining("**Completed**")],
  ]);
  const pull = pulls[0];
  const file = { path: "MINE.md", message: "Mine", content: Buffer.from("Mine.\n").toString("base64"), branch: pull?.head.ref ?? "" };
  await as(github, "wim").rest.repos.createOrUpdateFileContents({ owner: "acme", repo: "whole", ...file });
  const review = { pull_number: pull?.number ?? 0, event: "REQUEST_CHANGES", body: "Almost." } as const;
  const reviewed = await begun("pull_request_review", () =>
    as(github, "ada").rest.pulls.createReview({ owner: "acme", repo: "whole", ...review }),
  );
  expect([jobsOf(reviewed), reviewed.ref]).toEqual([{ control: "success", ...SKIPPED }, `refs/pull/${pull?.number}/merge`]);
  expect(await commentsOf("whole", review.pull_number)).toEqual([
    ["github-actions[bot]", expect.stringContaining("somebody else pushed to it, so it is theirs")],
  ]);
  const chat = await begun("issue_comment", says("whole", number, "I would not /approve it again."));
  expect(jobsOf(chat)).toEqual({ control: "skipped", ...SKIPPED });
  const late = await begun("issue_comment", says("whole", number, "/loop status"));
  expect(logOf(late)).toMatch(/control \| .*Heard: comment_created by wim on issue #\d+/);
  expect(github.runs.filter((run) => logOf(run).includes(KEY))).toEqual([]);
  expect(new Set(github.requests.map(({ actor }) => actor))).toEqual(new Set(["rob", "ada", "github-actions[bot]", "wim"]));
});

const lastWord = async (repo: string, issue: number): Promise<string> =>
  (await as(github, "ada").rest.issues.listComments({ owner: "acme", repo, issue_number: issue })).data.at(-1)?.body ?? "";

it("starts another workflow run for one whose jobs died, then ends the run, and says so, though no webhook tells of it", async () => {
  const { number } = await labelled("dying");
  const lost = await begun("workflow_dispatch", says("dying", number, "/approve"));
  expect(jobsOf(lost)).toEqual({ control: "skipped", run: "failure", verify: "skipped", publish: "failure", close: "success" });
  // The label is written first.
  await expect
    .poll(() => lastWord("dying", number), { timeout: 60_000, interval: 500 })
    .toMatch(/the workflow run \d+ ended \(run: failure, verify: skipped, publish: failure\) and left the run behind/);
  expect(await lastWord("dying", number)).toContain("(so did 1 before it, and no iteration got its score in between)");
  await expect.poll(() => labelsOf("dying", number)).toEqual(["loop", "loop:failed"]);
});

it("ends a run whose last job died too, at the next word that it hears", async () => {
  const { number } = await labelled("dead");
  const lost = await begun("workflow_dispatch", says("dead", number, "/approve"));
  expect([jobsOf(lost)["close"], await labelsOf("dead", number)]).toEqual(["failure", ["loop", "loop:running"]]);
  const again = await begun("workflow_dispatch", says("dead", number, "/loop history"));
  expect([again.id === lost.id, jobsOf(again)["close"], await labelsOf("dead", number)]).toEqual([
    false,
    "failure",
    ["loop", "loop:running"],
  ]);
  await begun("issue_comment", says("dead", number, "/loop history"));
  expect(await labelsOf("dead", number)).toEqual(["loop", "loop:failed"]);
  expect((await commentsOf("dead", number)).length).toBe(7);
});

it.each([
  { repo: "keyless", says: "there is no key here for the model claude-opus-5-5: set ANTHROPIC_API_KEY" },
  { repo: "powerless", says: "dispatches: GitHub answered 403: Resource not accessible by integration. What to do: the token lacks" },
])("says on the issue what is missing where the workflow is $repo", async ({ repo, says: words }) => {
  const { number } = await labelled(repo);
  if (repo === "powerless") await begun("issue_comment", says(repo, number, "/approve"));
  const { data } = await as(github, "ada").rest.issues.listComments({ owner: "acme", repo, issue_number: number });
  expect(data.at(-1)?.body).toContain(words);
});

it.each([
  {
    repo: "reading",
    says: 'the token lacks the permission that this needs: grant it to the App and accept it for the installation, or add it to the job\'s "permissions:"',
  },
  { repo: "misnamed", says: "this workflow is loop.yml, and Loopwright starts the one in .github/workflows/loopwright.yml" },
])("says in the log what is wrong where the workflow is $repo, and the job is red", async ({ repo, says: words }) => {
  const { number, run } = await labelled(repo);
  expect([jobsOf(run)["control"], await commentsOf(repo, number)]).toEqual(["failure", []]);
  expect(logOf(run)).toMatch(/control \| ##\[error\]/);
  expect(logOf(run)).toContain(words);
});
