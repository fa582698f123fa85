/** A long run, told on the local GitHub: how little it writes, what stands in its pull request whoever lies, what its logs show, and who is heard there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import { createComment, editComment } from "#adapters/github/issue/comments.ts";
import { systemClock } from "#adapters/system-clock.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { journalOf } from "../../action/desk.ts";
import { aLoneLab } from "../../action/lone-lab.ts";
import { as, tokenOf } from "../../action/people.ts";
import { aRepository, KEY } from "../../action/stage.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { ITERATIONS, LONG_FILES, LONG_STORY, PRINTED, TOKEN } from "./long-story.ts";

const REPO = "long";
const AT = { owner: "acme", repo: REPO };
const lab = await aLoneLab([aRepository(REPO, { files: LONG_FILES })], LONG_STORY, { vars: { ACTIONS_STEP_DEBUG: "true" } });
const ada = as(lab.github, "ada").rest;

interface Told {
  readonly number: number;
  readonly run: Run;
  readonly journal: () => Promise<Run>;
  readonly comments: readonly { readonly by: string; readonly text: string }[];
  readonly pull: { readonly number: number; readonly body: string };
  /** Logs of every job, and what was uploaded. */
  readonly log: string;
  readonly artifacts: string;
}

async function play(): Promise<Told> {
  const { github, runner, labelled, begun, says, commentsOf, logOf } = lab;
  const { number } = await labelled(REPO);
  const done = await begun("workflow_dispatch", says(REPO, number, "/approve"));
  const runId = done.inputs["run_id"] ?? "";
  const journal = () => readRun(journalOf(github, { repo: REPO, number, runId }));
  const [pull] = (await ada.pulls.list({ ...AT, state: "all" })).data;
  const artifacts = await runner.artifacts(done.id);
  return {
    number,
    run: await journal(),
    journal,
    comments: await commentsOf(REPO, number),
    pull: { number: pull?.number ?? 0, body: pull?.body ?? "" },
    log: github.runs.map(logOf).join("\n"),
    artifacts: artifacts.flatMap(({ folder }) => readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"))).join("\n"),
  };
}

let told: Promise<Told> | null = null;
const story = (): Promise<Told> => {
  told ??= play();
  return told;
};

it("writes at most four comments, whatever ten iterations and eleven audits have to say [OUT-11]", async () => {
  const { run, comments, pull } = await story();
  expect([run.stage, run.progress.rows.length, run.audits.calls]).toEqual(["completed", ITERATIONS + 1, ITERATIONS + 1]);
  expect(comments.map(({ by, text }) => [by, text.split("\n")[0]?.slice(0, 8)])).toEqual([
    ["github-actions[bot]", "**Plan**"],
    ["wim", "/approve"],
    ["github-actions[bot]", "**Comple"],
    ["github-actions[bot]", "**Comple"],
  ]);
  expect(lab.github.requests.filter(({ method, path }) => method === "POST" && /\/comments$/.test(path))).toHaveLength(4);
  expect((await ada.issues.listComments({ ...AT, issue_number: pull.number })).data.filter(({ user }) => user?.type === "Bot")).toEqual([]);
});

it("fills the facts of a pull request from the journal, and no model's text makes a line of its own there [OUT-18]", async () => {
  const { run, pull, number } = await story();
  const lines = pull.body.split("\n");
  expect(pull.body.match(/score 9\.99/g)?.length).toBeGreaterThan(ITERATIONS);
  expect(lines.filter((line) => line.startsWith("**Passed**"))).toEqual([expect.stringMatching(/ · score 1\.00 \(22\/22\) · \$/)]);
  expect(lines.filter((line) => line.startsWith("- QA: "))).toEqual([`- QA: **VERIFIED** at <code>${run.progress.head.commit}</code>`]);
  expect(lines.filter((line) => /^- \d+ tool calls/.test(line))).toEqual([`- ${run.audits.calls} tool calls, last audit OK`]);
  expect(lines.filter((line) => /^Closes #/.test(line))).toEqual([`Closes #${number}`]);
  const rows = lines.filter((line) => /^\| <code>[ab]\./.test(line));
  expect(rows.map((row) => row.split(" | ")[3])).toEqual(run.progress.evaluation?.results.map(({ verdict }) => verdict));
});

it("shows the verifier the work and the request alone: on another machine, in another prompt, without a word of the worker's [RH-19]", async () => {
  const { log } = await story();
  const prompts = lab.model.requests.filter(({ role }) => role === "qa-verifier").map(({ raw }) => raw);
  expect(prompts).toHaveLength(1);
  expect(prompts[0]).toContain("word9");
  for (const said of ["All tests pass.", "Done.", "tool_use"]) expect(prompts[0]).not.toContain(said);
  expect(log).toMatch(/^verify \| .*qa-verifier: ended/m);
  expect(log).not.toMatch(/^run \| .*qa-verifier/m);
});

it("prints no output of a tool in a log, though the repository wants every debug line, and keeps no token that one printed [OUT-04]", async () => {
  const { log, artifacts } = await story();
  expect(log).toContain("worker: exec");
  for (const hidden of [PRINTED, TOKEN, KEY]) expect(log).not.toContain(hidden);
  expect(artifacts).toContain(PRINTED);
  for (const hidden of [TOKEN, KEY]) expect(artifacts).not.toContain(hidden);
});

it("sends nothing where the look for secrets breaks: no comment, no pull request, no ref, no commit [OUT-24]", async () => {
  await story();
  const broken = (): never => {
    throw new RangeError("the look broke");
  };
  const client = new Octokit({ baseUrl: lab.github.url, auth: tokenOf("ada"), log: QUIET });
  const api = withOutgoingGuard(client, { guard: { containsOwn: broken, hide: broken }, warn: broken });
  const letters = { ...AT, issue: 1, isOurs: () => true, clock: systemClock, isFirstTry: () => true, onShown: () => undefined };
  const publication = { title: "t", body: "b", branch: "main", head: "a".repeat(40), base: "main", number: 1, titled: null, draft: false };
  const sending: readonly (() => Promise<unknown>)[] = [
    () => createComment(api, letters, { key: "run:plan", body: "b", since: Date.now() }),
    () => editComment(api, AT, "1", { key: "run:plan", body: "b" }),
    () => githubPublisher(api, { ...AT, base: "main", clock: systemClock }).publish(publication),
    () => api.rest.git.createRef({ ...AT, ref: "refs/heads/out", sha: "a".repeat(40) }),
    () => api.rest.git.createCommit({ ...AT, message: "m", tree: "a".repeat(40) }),
    () => api.graphql("mutation($input: X!) { a }", { input: { refUpdates: [], name: "n" } }),
  ];
  const before = lab.github.requests.length;
  for (const send of sending) await expect(send()).rejects.toThrow("the look broke");
  expect(lab.github.requests.slice(before)).toEqual([]);
});

/** A pull request of wim's own, whose text claims to be about the issue. */
async function another(issue: number): Promise<number> {
  const { git, repos, pulls } = as(lab.github, "wim").rest;
  const { data: main } = await git.getRef({ ...AT, ref: "heads/main" });
  await git.createRef({ ...AT, ref: "refs/heads/own", sha: main.object.sha });
  await repos.createOrUpdateFileContents({ ...AT, path: "own.md", message: "Own", content: "eA==", branch: "own" });
  return (await pulls.create({ ...AT, title: "Own", head: "own", base: "main", body: `Closes #${issue}` })).data.number;
}

it("hears a stop on the pull request of a run, sends an approval to the issue, and hears nothing on another pull request [CMD-24]", async () => {
  const { pull, number, journal } = await story();
  const { github, begun, says, commentsOf, jobsOf, model } = lab;
  await begun("issue_comment", says(REPO, pull.number, "/approve"));
  expect((await commentsOf(REPO, pull.number)).at(-1)?.text).toContain(`a plan is approved where it is shown: say it on issue #${number}`);
  const other = await another(number);
  const begin = await journal();
  expect(jobsOf(await begun("issue_comment", says(REPO, other, "/redirect Mend it.")))["control"]).toBe("skipped");
  expect([await journal(), (await commentsOf(REPO, other)).map(({ by }) => by)]).toEqual([begin, ["wim"]]);
  const done = begun("workflow_dispatch", says(REPO, pull.number, "/redirect Add a word."));
  await expect.poll(() => model.left(), { timeout: 60_000 }).toEqual([]);
  await begun("issue_comment", says(REPO, pull.number, "/stop"));
  model.release();
  await done;
  expect(await journal()).toMatchObject({ stage: "stopped", ending: "user_stop", stopRequest: { by: "wim" } });
  expect(github.reactions.filter(({ on }) => on.includes("/comments/")).map(({ content }) => content)).toContain("-1");
});
