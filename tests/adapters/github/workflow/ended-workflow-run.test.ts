/** Whether a workflow run is over, asked by its number or by the handOverDigest in its title. */
import { expect, it } from "vitest";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import { as, asApp } from "../../../builders/lab-clients.ts";
import type { Dispatched } from "../../../lab/actions/dispatched.ts";
import { AT, aGitHub, REPOSITORY } from "../../../lab/github/stage.ts";
import { requestsOf, WORKFLOW } from "../stage.ts";

const SEAL = "0123456789abcdef".repeat(4);
const PLACE = { ...AT, workflow: "loopwright.yml" };

it("knows a workflow run that goes on from one that is over, one that is gone, and one that nobody started", async () => {
  const until = (_job: Dispatched, signal: AbortSignal): Promise<{ readonly conclusion: "cancelled" }> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve({ conclusion: "cancelled" })));
  const files = { ...REPOSITORY.files, ".github/workflows/loopwright.yml": WORKFLOW };
  const github = await aGitHub({ repositories: [{ ...REPOSITORY, files }], runner: { run: until } });
  const since = Date.now();
  const inputs = { issue: "7", run_id: "run-1", digest: SEAL };
  const actions = as(github, "ada").rest.actions;
  await actions.createWorkflowDispatch({ ...AT, workflow_id: "loopwright.yml", ref: "main", inputs });
  const id = String(github.runs[0]?.id);
  const api = await asApp(github);
  const find = (given: string | null, handOverDigest = SEAL) => findEndedWorkflowRun(api, PLACE, { id: given, handOverDigest, since });
  expect([await find(id), await find(null)]).toEqual([null, null]);
  await actions.cancelWorkflowRun({ ...AT, run_id: Number(id) });
  await github.wait(({ runs }) => runs.every(({ status }) => status === "completed"));
  const ended = { id, title: `issue 7 ${SEAL}`, conclusion: "cancelled" };
  expect([await find(id), await find(null)]).toEqual([ended, ended]);
  expect([await find(null, "f".repeat(64)), await find("1")]).toEqual([null, { id: "1", title: "", conclusion: "deleted" }]);
  expect(await requestsOf(github, () => find(null))).toEqual(["GET actions/workflows/loopwright.yml/runs"]);
  expect(github.violations).toEqual([]);
});
