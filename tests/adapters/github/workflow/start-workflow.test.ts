/** Dispatching: one run for an order, whatever the line does, and words for a workflow that cannot be started. */
import { expect, it } from "vitest";
import type { GitHub } from "../../../lab/github/github.ts";
import { AT, aGitHub, REPOSITORY } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { failureOf, hastyClock, requestsOf, theIssue, WORKFLOW } from "../stage.ts";

const order = (age = 0) => ({ runId: "run-1", digest: "0123456789abcdef".repeat(4), job: "run" as const, since: Date.now() - age });
const DISPATCH = "actions/workflows/loopwright.yml/dispatches";

async function withWorkflow(text = WORKFLOW): Promise<GitHub> {
  return aGitHub({ repositories: [{ ...REPOSITORY, files: { ...REPOSITORY.files, ".github/workflows/loopwright.yml": text } }] });
}

it("starts the workflow with one request and gives the run's id; asked again later, it finds the run", async () => {
  const github = await withWorkflow();
  const issue = await theIssue(github, 7);
  let id = "";
  const asked = await requestsOf(github, async () => {
    id = await issue.dispatch(order());
  });
  expect(asked).toEqual([`POST ${DISPATCH}`]);
  expect(github.runs.map((run) => [String(run.id), run.inputs])).toEqual([[id, { issue: "7", run_id: "run-1", digest: order().digest }]]);
  const again = await requestsOf(github, async () => expect(await issue.dispatch(order(6_000))).toBe(id));
  expect(again).toEqual(["GET actions/workflows/loopwright.yml/runs"]);
  expect(github.runs).toHaveLength(1);
  await issue.dispatch({ ...order(6_000), digest: "f".repeat(64) });
  expect(github.runs).toHaveLength(2);
  expect(github.violations).toEqual([]);
});

it.each<{ name: string; list: readonly Fault[]; sends: number }>([
  { name: "lost on its way", list: ["lost"], sends: 2 },
  { name: "taken, but its answer is lost", list: ["unheard"], sends: 1 },
  { name: "taken, but its answer breaks off", list: ["cut"], sends: 1 },
  {
    name: "answered 502 twice",
    list: [
      { status: 502, body: {} },
      { status: 502, body: {} },
    ],
    sends: 3,
  },
])("has one run when the request is $name", async ({ list, sends }) => {
  const github = await withWorkflow();
  const line = await badLine(github.url, faults(DISPATCH, ...list));
  const id = await (await theIssue(github, 7, { url: line.url })).dispatch(order());
  expect(github.runs.map((run) => String(run.id))).toEqual([id]);
  expect(line.asked.filter((one) => one.includes(DISPATCH))).toHaveLength(sends);
});

it("finds the run by itself where GitHub does not say which one it is [API-13]", async () => {
  const github = await withWorkflow();
  await (await theIssue(github, 7)).dispatch(order());
  const line = await badLine(github.url, faults(DISPATCH, { status: 204, body: "" }, { status: 204, body: "" }));
  const issue = await theIssue(github, 7, { url: line.url });
  expect(await issue.dispatch(order())).toBe(String(github.runs[0]?.id));
  const other = { ...order(), digest: "f".repeat(64) };
  expect((await failureOf(issue.dispatch(other))).message).toContain("shows no run of it");
  expect(line.asked.filter((one) => one.includes(DISPATCH))).toHaveLength(2);
});

it.each([
  {
    name: "no such file",
    text: WORKFLOW,
    workflow: "none.yml",
    says: "there is no .github/workflows/none.yml on the default branch of acme/widget",
  },
  {
    name: "no trigger",
    text: "on: push\njobs: {}\n",
    workflow: "loopwright.yml",
    says: "exactly the inputs issue, run_id, digest and job",
  },
  {
    name: "other inputs",
    text: "on: { workflow_dispatch: { inputs: { issue: { required: true } } } }\njobs: {}\n",
    workflow: "loopwright.yml",
    says: 'Unexpected inputs provided: ["run_id","digest"]. What to do: .github/workflows/loopwright.yml on main must',
  },
])("says what is wrong with the workflow: $name [API-13]", async ({ text, workflow, says }) => {
  const github = await withWorkflow(text);
  const failure = await failureOf((await theIssue(github, 7, { workflow })).dispatch(order()));
  expect(failure).toMatchObject({ service: "github", retryable: false });
  expect(failure.message).toContain(says);
});

it("looks no further back than a quarter of an hour before the order", async () => {
  const github = await withWorkflow();
  const line = await badLine(github.url, () => null);
  const clock = hastyClock();
  await (await theIssue(github, 7, { url: line.url, clock })).dispatch({ ...order(), since: Date.parse("2026-01-02T10:00:00Z") });
  const query = "event=workflow_dispatch&created=%3E%3D2026-01-02T09%3A45%3A00.000Z&per_page=100";
  expect(line.asked).toContain(`GET /repos/${AT.owner}/${AT.repo}/actions/workflows/loopwright.yml/runs?${query}`);
});
