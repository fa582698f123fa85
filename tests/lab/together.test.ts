/** The loopback GitHub and the runner as one lab: a dispatched workflow file is executed, with a token that is good for what its job may do. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AT, aGitHub, as, REPOSITORY } from "./github/stage.ts";
import { type LabRunner, startRunner } from "./runner/start-runner.ts";

const WORKFLOW = `name: look
on:
  workflow_dispatch:
    inputs:
      issue: { required: true, type: string }
permissions: { contents: read }
jobs:
  read:
    runs-on: ubuntu-latest
    outputs: { first: "\${{ steps.look.outputs.first }}" }
    steps:
      - uses: actions/checkout@v6
        with: { persist-credentials: false }
      - id: look
        run: echo "first=$(head -n 1 README.md) for \${{ inputs.issue }}" >> "$GITHUB_OUTPUT"
  tell:
    needs: read
    runs-on: ubuntu-latest
    steps:
      - env: { FIRST: "\${{ needs.read.outputs.first }}" }
        run: test "$FIRST" = "# widget for 7"
`;

it("executes a dispatched workflow on a checkout of the repository, and tells GitHub how it ended", async () => {
  const temp = mkdtempSync(join(tmpdir(), "lab-"));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const files = { ...REPOSITORY.files, ".github/workflows/look.yml": WORKFLOW };
  let runner: LabRunner | null = null;
  const github = await aGitHub({
    repositories: [{ ...REPOSITORY, files }],
    runner: { run: (job, signal) => (runner === null ? Promise.reject(new Error("no runner yet")) : runner.run(job, signal)) },
  });
  const { url } = github;
  runner = startRunner({
    node: process.execPath,
    actions: {},
    secrets: {},
    vars: {},
    apiUrl: url,
    graphqlUrl: `${url}/graphql`,
    serverUrl: url,
    temp,
  });
  await as(github, "wim").rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "look.yml", ref: "main", inputs: { issue: "7" } });
  await github.wait(() => github.runs.some(({ status }) => status === "completed"));
  const [run] = github.runs;
  if (run === undefined) throw new Error("one run was dispatched");
  expect([run.conclusion, github.failures, github.violations]).toEqual(["success", [], []]);
  expect(runner.outputs(run.id)).toMatchObject({
    read: { result: "success", outputs: { first: "# widget for 7" } },
    tell: { result: "success" },
  });
});
