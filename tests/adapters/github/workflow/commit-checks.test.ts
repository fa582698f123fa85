/** The checks of a commit, from all three places where GitHub keeps them: check runs, statuses, and suites that wait. */
import { expect, it } from "vitest";
import { checksOf } from "#adapters/github/workflow/commit-checks.ts";
import { asApp } from "../../../builders/lab-clients.ts";
import type { Runner } from "../../../lab/actions/dispatched.ts";
import { AT, aGitHub, as, client, OPTIONS, REPOSITORY } from "../../../lab/github/stage.ts";
import { aBranch } from "../branch.ts";
import { failureOf } from "../stage.ts";

it("reads what a red check run and its annotations say, the last status of each context, and leaves our own out", async () => {
  const github = await aGitHub();
  const app = await asApp(github);
  const wim = as(github, "wim");
  const head_sha = await aBranch(wim, "loop/7-split", { "src/new.js": "1\n" });
  const annotations = [{ path: "src/new.js", start_line: 3, end_line: 3, annotation_level: "failure" as const, message: "unused" }];
  const output = { title: "1 problem", summary: "eslint", annotations };
  const done = { ...AT, head_sha, status: "completed" as const };
  await app.rest.checks.create({ ...done, name: "lint", conclusion: "failure", output });
  await app.rest.checks.create({ ...done, name: "loop/score", conclusion: "success" });
  await app.rest.checks.create({ ...AT, head_sha, name: "e2e", status: "in_progress" });
  for (const state of ["pending", "error"] as const)
    await wim.rest.repos.createCommitStatus({ ...AT, sha: head_sha, state, context: "ci/elsewhere", description: "broke" });
  await wim.rest.repos.createCommitStatus({ ...AT, sha: head_sha, state: "pending", context: "ci/slow" });
  await wim.rest.repos.createCommitStatus({ ...AT, sha: head_sha, state: "success", context: "ci/good" });
  const found = await checksOf(app, AT, head_sha);
  expect(found.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "ci/elsewhere", conclusion: "failure", summary: "broke" },
    { name: "ci/good", conclusion: "success", summary: "" },
    { name: "ci/slow", conclusion: null, summary: "" },
    { name: "e2e", conclusion: null, summary: "" },
    { name: "lint", conclusion: "failure", summary: "1 problem\neslint\nsrc/new.js:3: unused" },
  ]);
  const statuses = await github.wait(() => {
    const told = github.deliveries.filter(({ event }) => event === "status");
    return told.length === 4 && told;
  });
  expect(statuses[1]?.payload).toMatchObject({ state: "error", sha: head_sha, branches: [{ name: "loop/7-split" }] });
  expect(github.violations).toEqual([]);
});

it("tells of workflows that wait for a click, and of nothing where there is none", async () => {
  const tokens: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (job: Parameters<Runner["run"]>[0]) => {
    tokens.push(await job.token({ pull_requests: "write" }));
    await ended;
    return { conclusion: "success" as const };
  };
  const files = { ...REPOSITORY.files, ".github/workflows/loop.yml": "on: issues\njobs: {}\n" };
  const github = await aGitHub({ repositories: [{ ...REPOSITORY, files, actionsMayCreatePullRequests: true }], runner: { run } });
  const [app, wim] = [await asApp(github), as(github, "wim")];
  const head = await aBranch(wim, "loop/7-split", { "src/new.js": "1\n" });
  expect(await checksOf(app, AT, head)).toEqual([]);
  await wim.rest.issues.create({ ...AT, title: "x" });
  await expect.poll(() => tokens.length).toBe(1);
  await client(github, tokens[0]).rest.pulls.create({ ...AT, title: "Split", head: "loop/7-split", base: "main" });
  expect(await checksOf(app, AT, head)).toEqual([{ name: "github-actions", conclusion: "action_required", summary: "" }]);
  end();
  expect(github.violations).toEqual([]);
});

it("says which permission is missing", async () => {
  const [app] = OPTIONS.apps;
  if (app === undefined) throw new Error("bug: the stage has an App");
  const { checks: _, ...permissions } = { ...app.permissions };
  const github = await aGitHub({
    apps: [{ ...app, permissions }],
    repositories: OPTIONS.repositories.map((one) => ({ ...one, private: true })),
  });
  const { data } = await as(github, "ada").rest.git.getRef({ ...AT, ref: "heads/main" });
  const failure = await failureOf(checksOf(await asApp(github), AT, data.object.sha));
  expect([failure.message, failure.retryable]).toEqual([expect.stringContaining("`checks: read` and `statuses: read`"), false]);
});
