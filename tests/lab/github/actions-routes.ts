/** The API of Actions: dispatching, looking at runs, cancelling and repeating them, variables. */

import { dispatch } from "./dispatch.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, NOT_FOUND, refusal } from "./rules/answer.ts";
import { OF_VARIABLES, pageOf } from "./rules/limits.ts";
import { RUN_IS_OVER } from "./rules/workflow-runs.ts";
import type { Run } from "./run.ts";
import { shown, shownWorkflow } from "./run-shown.ts";
import { again } from "./runs.ts";
import { isNamed } from "./workflow.ts";
import { workflowsOf } from "./workflows.ts";

export const ACTIONS_ROUTES: readonly Route[] = [
  onRepository("POST", "/actions/workflows/{workflow_id}/dispatches", dispatch),
  onRepository("GET", "/actions/workflows", workflows),
  onRepository("GET", "/actions/workflows/{workflow_id}/runs", async (call) =>
    list(call, (run) => isNamed(run.workflow, call.parameter("workflow_id"))),
  ),
  onRepository("GET", "/actions/runs", async (call) => list(call, () => true)),
  onRepository("GET", "/actions/runs/{run_id}", async (call) => of(call, async (run) => ({ status: 200, body: shown(run, call.lab) }))),
  onRepository("POST", "/actions/runs/{run_id}/cancel", async (call) => of(call, cancel)),
  onRepository("POST", "/actions/runs/{run_id}/rerun", async (call) => of(call, (run) => rerun(run, call.lab))),
  onRepository("GET", "/actions/variables", variables),
  onRepository("GET", "/actions/variables/{name}", variable),
];

async function workflows({ ask: { repository, query }, lab }: Call): Promise<Answer> {
  if (repository === null) return NOT_FOUND;
  const found = await workflowsOf(lab, repository, "main");
  const shownOnes = pageOf(query, found).map((one) => shownWorkflow(one, repository, lab));
  return { status: 200, body: { total_count: found.length, workflows: shownOnes } };
}

/** Newest first; filtered by event, status and branch. */
function list({ ask, lab }: Call, wanted: (run: Run) => boolean): Answer {
  const { query, repository } = ask;
  const [event, status, branch] = ["event", "status", "branch"].map((name) => query.get(name));
  const fits = (run: Run): boolean =>
    run.repository === repository &&
    (event === null || run.event === event) &&
    (status === null || run.status === status || run.conclusion === status) &&
    (branch === null || run.branch === branch);
  const found = lab.runs.filter((run) => fits(run) && wanted(run)).reverse();
  return { status: 200, body: { total_count: found.length, workflow_runs: pageOf(query, found).map((run) => shown(run, lab)) } };
}

async function of({ ask, lab, parameter }: Call, answer: (run: Run) => Promise<Answer>): Promise<Answer> {
  const run = lab.runs.find(({ id, repository }) => String(id) === parameter("run_id") && repository === ask.repository);
  return run ? answer(run) : NOT_FOUND;
}

async function cancel(run: Run): Promise<Answer> {
  if (run.status === "completed") return RUN_IS_OVER;
  run.stop.abort();
  return { status: 202, body: {} };
}

async function rerun(run: Run, lab: Lab): Promise<Answer> {
  if (run.status !== "completed") return refusal(403, "This workflow is already running");
  await again(run, lab);
  return { status: 201, body: {} };
}

function shownVariables(repository: RepositoryOptions | null, lab: Lab): readonly { readonly name: string; readonly value: string }[] {
  const known = lab.variables.get(repository === null ? "" : fullName(repository)) ?? new Map<string, string>();
  const at = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
  return [...known].map(([name, value]) => ({ name, value, ...at }));
}

async function variables({ ask, lab }: Call): Promise<Answer> {
  const found = shownVariables(ask.repository, lab);
  return { status: 200, body: { total_count: found.length, variables: pageOf(ask.query, found, OF_VARIABLES) } };
}

async function variable({ ask, lab, parameter }: Call): Promise<Answer> {
  const found = shownVariables(ask.repository, lab).find(({ name }) => name === parameter("name"));
  return found ? { status: 200, body: found } : NOT_FOUND;
}
