/** Actions: dispatching by a file that is there, the run's life, its token, and what begins by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Dispatched, Runner } from "../actions/dispatched.ts";
import type { GitHub } from "./github.ts";
import type { GitHubOptions } from "./options.ts";
import { AT, aGitHub, as, asApp, client, REPOSITORY, refused } from "./stage.ts";

const LOOP = `
name: loop
run-name: loop \${{ inputs.run }}
on:
  issue_comment: { types: [created] }
  workflow_dispatch:
    inputs:
      issue: { required: true, type: string }
      run: { default: first }
      station: { type: choice, options: [bench, proof], default: bench }
jobs: {}
`;
const FILES = { ...REPOSITORY.files, ".github/workflows/loop.yml": LOOP, ".github/workflows/ci.yml": "on: push\njobs: {}\n" };

/** A GitHub whose repository has workflows, and whose runs do this. */
async function withWorkflows(
  run: Runner["run"],
  repository: Partial<typeof REPOSITORY> = {},
  options: Partial<GitHubOptions> = {},
): Promise<GitHub> {
  return aGitHub({ runner: { run }, repositories: [{ ...REPOSITORY, files: FILES, ...repository }], ...options });
}

const succeed: Runner["run"] = async () => ({ conclusion: "success" });
const START = { ...AT, workflow_id: "loop.yml", ref: "main", inputs: { issue: "1" } };

/** The events of workflow runs, once so many were told. */
async function told(github: GitHub, count: number): Promise<readonly (string | null)[]> {
  const runs = () => github.deliveries.filter(({ event }) => event === "workflow_run");
  await github.wait(() => runs().length >= count);
  return runs().map(({ action }) => action);
}

it("hands a dispatched run to the runner and tells of its life", async () => {
  const jobs: Dispatched[] = [];
  const github = await withWorkflows(async (job) => {
    jobs.push(job);
    return { conclusion: "success" };
  });
  const octokit = await asApp(github);
  const { status, data } = await octokit.rest.actions.createWorkflowDispatch({ ...START, return_run_details: true });
  expect(status).toBe(200);
  expect(await told(github, 3)).toEqual(["requested", "in_progress", "completed"]);
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  expect(jobs).toMatchObject([
    {
      id: Object(data).workflow_run_id,
      repository: "acme/widget",
      workflow: ".github/workflows/loop.yml",
      ref: "refs/heads/main",
      sha: main.object.sha,
      inputs: { issue: "1", run: "first", station: "bench" },
      actor: "loopwright[bot]",
      event: "workflow_dispatch",
      payload: { inputs: { issue: "1" }, repository: { full_name: "acme/widget" }, installation: { id: 777 } },
    },
  ]);
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ ...AT, run_id: Object(data).workflow_run_id });
  expect(run).toMatchObject({
    status: "completed",
    conclusion: "success",
    display_title: "loop first",
    head_branch: "main",
    run_attempt: 1,
  });
  const { data: listed } = await octokit.rest.actions.listWorkflowRunsForRepo({ ...AT, event: "workflow_dispatch" });
  expect(listed.workflow_runs.map(({ id }) => id)).toEqual([run.id]);
  expect(github.violations).toEqual([]);
});

it("answers 204 where the run's details are not asked for", async () => {
  const github = await withWorkflows(succeed);
  const { status } = await (await asApp(github)).rest.actions.createWorkflowDispatch(START);
  expect(status).toBe(204);
});

it.each([
  { fault: "a workflow that is not there", start: { workflow_id: "none.yml" }, status: 404, says: "Not Found" },
  { fault: "a branch that is not there", start: { ref: "none" }, status: 422, says: "No ref found for: none" },
  {
    fault: "a workflow that is not dispatched",
    start: { workflow_id: "ci.yml", inputs: {} },
    status: 422,
    says: "does not have 'workflow_dispatch'",
  },
  { fault: "an input that is missing", start: { inputs: {} }, status: 422, says: "Required input 'issue' not provided" },
  { fault: "an input too many", start: { inputs: { issue: "1", x: "1" } }, status: 422, says: 'Unexpected inputs provided: ["x"]' },
  { fault: "a choice that there is not", start: { inputs: { issue: "1", station: "desk" } }, status: 422, says: "not in the list" },
])("refuses $fault", async ({ start, status, says }) => {
  const github = await withWorkflows(succeed);
  const octokit = await asApp(github);
  const refusal = await refused(octokit.rest.actions.createWorkflowDispatch({ ...START, ...start }));
  expect(refusal).toEqual({ status, message: expect.stringContaining(says) });
  expect(github.runs).toEqual([]);
});

it("refuses a dispatch by who may not write Actions", async () => {
  const app = {
    id: 4242,
    slug: "loopwright",
    clientId: "Iv1.x",
    installation: 777,
    permissions: { actions: "read", contents: "write" },
  } as const;
  const github = await withWorkflows(succeed, {}, { apps: [app] });
  const refusal = await refused((await asApp(github)).rest.actions.createWorkflowDispatch(START));
  expect(refusal).toEqual({ status: 403, message: "Resource not accessible by integration" });
  expect((await refused(as(github, "tess").rest.actions.createWorkflowDispatch(START))).status).toBe(404);
});

it("cancels a run once, and repeats it", async () => {
  const started: number[] = [];
  const github = await withWorkflows(async ({ id }, signal) => {
    started.push(id);
    if (started.length === 1) await sleep(60_000, undefined, { signal });
    return { conclusion: "success" };
  });
  const octokit = await asApp(github);
  await octokit.rest.actions.createWorkflowDispatch(START);
  await told(github, 2);
  const run = { ...AT, run_id: github.runs[0]?.id ?? 0 };
  expect((await refused(octokit.request("POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun", run))).status).toBe(403);
  await octokit.rest.actions.cancelWorkflowRun(run);
  await told(github, 3);
  expect(github.runs[0]).toMatchObject({ status: "completed", conclusion: "cancelled" });
  expect((await refused(octokit.rest.actions.cancelWorkflowRun(run))).status).toBe(409);
  await octokit.rest.actions.reRunWorkflow(run);
  await told(github, 6);
  expect(github.runs[0]).toMatchObject({ attempt: 2, conclusion: "success" });
});

it("fails a run whose runner throws, and keeps what it threw", async () => {
  const github = await withWorkflows(() => Promise.reject(new Error("no disk")));
  await (await asApp(github)).rest.actions.createWorkflowDispatch(START);
  await told(github, 3);
  expect(github.runs[0]?.conclusion).toBe("failure");
  expect(github.failures).toEqual([new Error("no disk")]);
});

it("gives a run tokens that may what the job says and die with the run", async () => {
  const tokens: string[] = [];
  const github: GitHub = await withWorkflows(async (job) => {
    const token = await job.token({ issues: "write" });
    tokens.push(token);
    const { data } = await client(github, token).rest.issues.create({ ...AT, title: "From the run" });
    expect(data.user?.login).toBe("github-actions[bot]");
    const blob = client(github, token).rest.git.createBlob({ ...AT, content: "x" });
    expect(await refused(blob)).toMatchObject({ status: 403 });
    expect((await refused(client(github, token).rest.actions.listRepoVariables(AT))).status).toBe(403);
    return { conclusion: "success" };
  });
  await (await asApp(github)).rest.actions.createWorkflowDispatch(START);
  await told(github, 3);
  expect(github.failures).toEqual([]);
  expect((await refused(client(github, tokens[0]).rest.repos.get(AT))).status).toBe(401);
});

it("begins a workflow that listens, but not for what a workflow's token did", async () => {
  const jobs: Dispatched[] = [];
  const github: GitHub = await withWorkflows(async (job) => {
    jobs.push(job);
    const octokit = client(github, await job.token({ issues: "write" }));
    await octokit.rest.issues.createComment({ ...AT, issue_number: 1, body: "By the run." });
    return { conclusion: "success" };
  });
  await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  await as(github, "ada").rest.issues.createComment({ ...AT, issue_number: 1, body: "/approve" });
  await told(github, 3);
  expect(github.failures).toEqual([]);
  expect(jobs).toMatchObject([{ event: "issue_comment", actor: "ada", payload: { action: "created", comment: { body: "/approve" } } }]);
  expect(github.deliveries.filter(({ event }) => event === "issue_comment")).toHaveLength(2);
});

it("begins a workflow on a push with the files of that commit, and one after the runs that it names", async () => {
  const jobs: Dispatched[] = [];
  const after = "on: { workflow_run: { workflows: [.github/workflows/ci.yml, loop], types: [completed] } }\njobs: {}\n";
  const files = { ...FILES, ".github/workflows/after.yml": after };
  const github = await withWorkflows(
    async (job) => {
      jobs.push(job);
      return { conclusion: "success" };
    },
    { files },
  );
  const wim = as(github, "wim");
  const { data: main } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  await wim.rest.git.createRef({ ...AT, ref: "refs/heads/topic", sha: main.object.sha });
  await told(github, 6);
  expect(jobs.map(({ event, workflow, ref }) => [event, workflow, ref])).toEqual([
    ["push", ".github/workflows/ci.yml", "refs/heads/topic"],
    ["workflow_run", ".github/workflows/after.yml", "refs/heads/main"],
  ]);
});

it("shows variables to people with write, as they are now", async () => {
  const github = await withWorkflows(succeed, { variables: { LOOPWRIGHT_FREEZE: "false" } });
  github.variables.get("acme/widget")?.set("LOOPWRIGHT_FREEZE", "true");
  const { data } = await as(github, "wim").rest.actions.getRepoVariable({ ...AT, name: "LOOPWRIGHT_FREEZE" });
  expect(data.value).toBe("true");
  expect((await as(github, "wim").rest.actions.listRepoVariables(AT)).data.total_count).toBe(1);
  expect((await refused(as(github, "otto").rest.actions.listRepoVariables(AT))).status).toBe(404);
});
