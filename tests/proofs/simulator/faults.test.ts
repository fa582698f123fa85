/** Faults of the line and of lists: each does what it says, to GitHub and to whoever asks. */
import { retry } from "@octokit/plugin-retry";
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { readRunStartFacts } from "#adapters/github/runs/run-start-facts.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { AT, aSimulation, quickClient, type Stage } from "./clients.ts";
import type { Fault, FaultFor } from "./github/front.ts";
import { patient } from "./patient.ts";

/** The first fault for the first request of that method, and so on; then none. */
function inTurn(method: string, ...faults: readonly Fault[]): FaultFor {
  const left = [...faults];
  return (asked) => (asked.method === method ? (left.shift() ?? null) : null);
}

function anIssue(stage: Stage): number {
  return stage.github.newIssue("ada", { title: "Sum subtracts", body: "It does." });
}

/** What GitHub has of it, and what whoever asked was told: a status, 0 for a broken connection. */
async function sent(stage: Stage): Promise<{ readonly there: number; readonly told: number | undefined }> {
  const issue_number = anIssue(stage);
  const told = await quickClient(stage)
    .rest.issues.createComment({ ...AT, issue_number, body: "x", ...NO_RETRY })
    .then(
      ({ status }) => status,
      (error: unknown) => apiErrorOf(error)?.status,
    );
  return { there: stage.github.commentsOn(issue_number).length, told };
}

it.each<{ fault: Fault | null; there: number; told: number; line: object }>([
  { fault: null, there: 1, told: 201, line: { status: 201, applied: true, fault: null } },
  { fault: { kind: "drop" }, there: 0, told: 0, line: { status: null, applied: false, fault: "drop" } },
  { fault: { kind: "applied_lost" }, there: 1, told: 0, line: { status: null, applied: true, fault: "applied_lost" } },
  { fault: { kind: "status", status: 502 }, there: 0, told: 502, line: { status: 502, applied: false, fault: "status" } },
])("a create that meets $fault.kind: $there there, told $told", async ({ fault, there, told, line }) => {
  const stage = aSimulation(() => fault);
  expect(await sent(stage)).toEqual({ there, told });
  expect(stage.github.lines).toMatchObject([
    { by: "loopwright[bot]", method: "POST", path: "/repos/acme/widget/issues/1/comments", ...line },
  ]);
  expect(stage.github.failures).toEqual([]);
});

it("tells nobody of what never arrived, and everybody of what was carried out", async () => {
  for (const [kind, events] of [
    ["drop", ["issues.opened"]],
    ["applied_lost", ["issues.opened", "issue_comment.created"]],
  ] as const) {
    const stage = aSimulation(() => ({ kind }));
    await sent(stage);
    expect(stage.github.deliveries.map(({ event }) => event)).toEqual(events);
  }
});

it("carries out what its sender gave up, once it is let through", async () => {
  const stage = aSimulation(() => ({ kind: "late" }));
  expect(await sent(stage)).toEqual({ there: 0, told: 0 });
  expect(stage.github.lines).toEqual([]);
  for (const arrive of stage.github.underway.splice(0)) arrive();
  expect(stage.github.commentsOn(1)).toHaveLength(1);
  expect(stage.github.lines).toMatchObject([{ status: null, applied: true, fault: "late" }]);
});

it("says what a status says, with its headers and its words", async () => {
  const body = { message: "You have exceeded a secondary rate limit." };
  const stage = aSimulation(() => ({ kind: "status", status: 403, headers: { "retry-after": "60" }, body }));
  const error: unknown = await quickClient(stage)
    .rest.issues.get({ ...AT, issue_number: 1 })
    .catch((thrown) => thrown);
  expect(apiErrorOf(error)).toMatchObject({ status: 403, limited: true, message: body.message });
});

it("shows lists as they were a while ago, what was taken away among it, and shows what is new after that while", async () => {
  const lag = 5_000;
  const stage = aSimulation(({ method }) => (method === "GET" ? { kind: "stale_list", lag } : null));
  const { github, clock } = stage;
  const api = quickClient(stage);
  const issue_number = anIssue(stage);
  github.push("loop/1-a", "wim", { "new.txt": "x" });
  const old = github.comment(issue_number, "wim", "old");
  clock.pass(60_000);
  const at = { ...AT, issue_number };
  const seen = async () => ({
    comments: (await api.rest.issues.listComments(at)).data.map(({ body }) => body),
    pulls: (await api.rest.pulls.list({ ...AT, state: "all" })).data.map(({ title }) => title),
    runs: (await api.rest.actions.listWorkflowRuns({ ...AT, workflow_id: "loopwright.yml" })).data.workflow_runs.length,
    refs: (await api.rest.git.listMatchingRefs({ ...AT, ref: "heads/loop/" })).data.map(({ ref }) => ref),
    issues: (await api.rest.issues.listForRepo({ ...AT, state: "all" })).data.map(({ title }) => title),
  });
  const before = await seen();
  expect(before).toEqual({ comments: ["old"], pulls: [], runs: 0, refs: ["refs/heads/loop/1-a"], issues: ["Sum subtracts"] });
  const id = (await api.rest.issues.createComment({ ...at, body: "new" })).data.id;
  await api.rest.pulls.create({ ...AT, title: "Add", head: "loop/1-a", base: "main" });
  const inputs = { issue: "1", run_id: "a", digest: "d".repeat(64) };
  await api.rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "loopwright.yml", ref: "main", inputs });
  github.push("loop/2-b", "wim", { "other.txt": "x" });
  github.editComment(old, "wim", "changed");
  expect(await seen()).toEqual(before);
  clock.pass(lag - 1);
  expect(await seen()).toEqual(before);
  // What is asked for by its own name is never old.
  expect((await api.rest.issues.getComment({ ...AT, comment_id: id })).data.body).toBe("new");
  clock.pass(1);
  expect(await seen()).toEqual({
    comments: ["changed", "new"],
    pulls: ["Add"],
    runs: 1,
    refs: ["refs/heads/loop/1-a", "refs/heads/loop/2-b"],
    issues: expect.arrayContaining(["Add", "Sum subtracts"]),
  });
  github.deleteComment(old, "ada");
  expect((await seen()).comments).toEqual(["changed", "new"]);
  clock.pass(lag);
  expect((await seen()).comments).toEqual(["new"]);
});

it("shows the branches of a run that begins as they were, and its base as it is", async () => {
  const stage = aSimulation(() => ({ kind: "stale_list", lag: 5_000 }));
  stage.clock.pass(60_000);
  stage.github.push("loop/1-a", "wim", { a: "a" });
  const commit = stage.github.push("main", "wim", { a: "a" });
  const open = () => readRunStartFacts(quickClient(stage), AT, { branch: "main", prefix: "loop/1-" });
  expect(await open()).toMatchObject({ base: { commit }, branches: [] });
  stage.clock.pass(5_000);
  expect(await open()).toMatchObject({ base: { commit }, branches: ["loop/1-a"] });
});

it.each<{ name: string; faults: readonly Fault[] }>([
  { name: "nothing wrong", faults: [] },
  { name: "one broken answer", faults: [{ kind: "status", status: 502 }] },
  { name: "one lost answer", faults: [{ kind: "applied_lost" }] },
  { name: "more broken answers than patience", faults: Array(9).fill({ kind: "drop" }) },
  { name: "a refusal for good", faults: [{ kind: "status", status: 403 }] },
])("the client of the simulator sends as often as the job's real one: $name", async ({ faults }) => {
  const ends = [];
  for (const { real, once } of [true, false].flatMap((one) => [true, false].map((other) => ({ real: one, once: other })))) {
    const stage = aSimulation(inTurn("POST", ...faults));
    const issue_number = anIssue(stage);
    const request = { fetch: stage.github.fetchFor(stage.github.app()) };
    const Real = Octokit.plugin(retry);
    const client = real
      ? new Real({ log: QUIET, request, retry: { retryAfterBaseValue: 1 } })
      : patient(new Octokit({ log: QUIET, request }), stage.clock);
    const status = await client.rest.issues.createComment({ ...AT, issue_number, body: "x", ...(once && NO_RETRY) }).then(
      (answer) => answer.status,
      (error: unknown) => Object(error).status,
    );
    ends.push({ once, status, lines: stage.github.lines.length, there: stage.github.commentsOn(issue_number).length });
  }
  expect(ends.slice(0, 2)).toEqual(ends.slice(2));
});

it("remembers a request that it does not serve, so that nobody takes it for a lost connection", async () => {
  const stage = aSimulation();
  await expect(quickClient(stage).rest.issues.listMilestones({ ...AT, ...NO_RETRY })).rejects.toThrow("does not serve GET");
  expect(stage.github.failures).toHaveLength(1);
});
