/** The whole way on GitHub: an approved run becomes a pull request, by the real workflow file and the built Action. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Recorded } from "../../lab/github/record.ts";
import type { Case } from "../case.ts";
import { as } from "../people.ts";
import { type ActionLab, anActionLab, KEY } from "../stage.ts";
import { ISSUES, MENDED, story, writes } from "../story.ts";

const lab = await anActionLab();
afterAll(() => expect([lab.github.violations, lab.github.failures]).toEqual([[], []]));

const at = (one: Case) => ({ owner: "acme", repo: one.repo });

/** What the workflow's token asked since, as `METHOD path` below the repository; a look at an unmoved ref (304) is free. */
function asked(from: number, { github }: ActionLab): readonly Recorded[] {
  return github.requests.slice(from).filter(({ actor, status }) => actor === "github-actions[bot]" && status !== 304);
}

/** What the agents did stands folded in the log, and whole in an artifact of each job, without the key. */
async function followed(one: Case, id: number): Promise<void> {
  expect(one.log()).toMatch(
    /^run \| ##\[group\]worker\n(run \| .*\n)*?run \| .*worker: write_file .*\n(run \| .*\n)*?run \| ##\[endgroup\]$/m,
  );
  const artifacts = await one.runner.artifacts(id);
  expect(artifacts.map(({ name }) => name).sort()).toEqual([
    "loopwright-events-run-1",
    "loopwright-events-verify-1",
    "loopwright-report-1",
    "loopwright-verdict-1",
  ]);
  const report = readFileSync(join(artifacts[0]?.folder ?? "", "..", "loopwright-report-1", "report.html"), "utf8");
  expect(report).toContain(">Pull request #");
  expect([report.includes("<h2>Timeline</h2>"), report.includes(KEY)]).toEqual([true, false]);
  const of = (station: string) =>
    readFileSync(join(artifacts[0]?.folder ?? "", "..", `loopwright-events-${station}-1`, `events-${station}.jsonl`), "utf8");
  const told = ["run", "verify"].map((station) =>
    of(station)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).agentId),
  );
  expect([told[0]?.includes("worker"), told[1]?.includes("qa-verifier"), of("run").includes(KEY)]).toEqual([true, true, false]);
}

/** The verified commit has one check run, with its score. */
async function marked(one: Case, head: string): Promise<void> {
  const { data } = await as(lab.github, "ada").rest.checks.listForRef({ ...at(one), ref: head });
  expect(data.check_runs.map(({ name, conclusion, output }) => [name, conclusion, output.title])).toEqual([
    ["loop/score", "success", expect.stringMatching(/^Score 1[.]00 .*points hold$/)],
  ]);
}

it("opens a pull request for a run that is verified, and says so in labels, comments, commits, outputs, summaries, log and artifacts [M1.04, M3.04, S0.61]", async () => {
  const one = await lab.issue();
  const from = lab.github.requests.length;
  const id = await one.approve();
  await one.over();
  const { rest } = as(lab.github, "ada");
  expect(one.workflowRuns().map(({ conclusion, title }) => [conclusion, title])).toEqual([
    ["success", `Loopwright #${one.number} ${one.runId} ${one.workflowRuns()[0]?.inputs["digest"]}`],
  ]);
  const run = await one.run();
  expect([run.stage, run.worker, run.passedBy]).toEqual(["completed", String(id), "threshold_reached"]);
  const { data: pulls } = await rest.pulls.list({ ...at(one), state: "open" });
  expect(pulls.map(({ head, base }) => [head.ref, head.sha, base.ref])).toEqual([
    [`loop/${one.number}-split-drops`, run.progress.head.commit, "main"],
  ]);
  expect(pulls[0]?.body).toContain(`Closes #${one.number}`);
  await marked(one, run.progress.head.commit);
  const { data: commit } = await rest.git.getCommit({ ...at(one), commit_sha: run.progress.head.commit });
  expect(commit.message).toMatch(new RegExp(`^Loop-Run: ${one.runId}$`, "m"));
  expect(commit.message).toMatch(/^Loop-Score: /m);
  const { data: comments } = await rest.issues.listComments({ ...at(one), issue_number: one.number });
  expect(comments.map(({ user, body }) => [user?.login, body?.split("\n")[0]?.slice(0, 15)])).toEqual([
    ["ada", expect.stringContaining("")],
    ["wim", expect.stringMatching(/^.approve [0-9a-f]+$/)],
    ["github-actions[bot]", "**Completed**, "],
    ["github-actions[bot]", "**Completed**, "],
  ]);
  const { data: labels } = await rest.issues.listLabelsOnIssue({ ...at(one), issue_number: one.number });
  expect(labels.map(({ name }) => name)).toEqual(["loop", "loop:completed"]);
  expect(one.runner.outputs(id)).toMatchObject({
    run: { result: "success", outputs: { verify: "true" } },
    verify: { result: "success", outputs: { verdict: "VERIFIED", head: run.progress.head.commit, base: run.base.commit, attempt: "1" } },
    publish: { result: "success" },
  });
  expect(one.runner.summaries(id).map(({ job, markdown }) => [job, markdown.split("\n")[2]?.split(",")[0]])).toEqual([
    ["run", expect.stringContaining("**Verifying**")],
    ["verify", expect.stringContaining("**VERIFIED**")],
    ["publish", "**Completed**"],
  ]);
  expect([one.model.problems, one.model.left()]).toEqual([[], []]);
  expect(one.log()).not.toContain(KEY);
  await followed(one, id);
  const requests = asked(from, lab);
  expect(requests.length).toBeLessThanOrEqual(50);
  expect(requests.filter(({ creates }) => creates).length).toBeLessThanOrEqual(6);
  const before = await one.events();
  await rest.actions.reRunWorkflow({ ...at(one), run_id: id });
  await lab.github.wait(() => one.workflowRuns().every(({ attempt, status }) => attempt === 2 && status === "completed"));
  expect(await one.events()).toEqual(before);
  expect(one.log()).toMatch(/run \| ##\[error\]the run \S+ of issue #\d+ was taken up already, .*"Re-run all jobs"/);
  expect(one.log()).toMatch(/publish \| ##\[error\]the run \S+ is completed already/);
});

it("works on in a second workflow run when QA finds issues, and opens the pull request then", async () => {
  const refuses =
    'export const split = (line) => {\n  if (line === null) throw new TypeError("null");\n  return String(line).split(",");\n};\n';
  const script = story({
    worker: [...writes(MENDED), ...writes(refuses)],
    "qa-verifier": [ISSUES, { reply: { json: { verdict: "VERIFIED", issues: [] } } }],
  });
  const one = await lab.issue({ script });
  await one.approve();
  await one.over(2);
  const run = await one.run();
  expect(one.workflowRuns().map(({ conclusion, actor }) => [conclusion, actor])).toEqual([
    ["success", "ada"],
    ["success", "github-actions[bot]"],
  ]);
  expect([run.stage, run.takenUp, run.worker]).toEqual(["completed", 2, String(one.workflowRuns()[1]?.id)]);
  expect(run.qa?.rounds).toBe(2);
  expect(run.published?.head).toBe(run.progress.head.commit);
  expect([one.model.problems, one.model.left()]).toEqual([[], []]);
});
