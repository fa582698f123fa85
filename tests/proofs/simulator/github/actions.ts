/** Workflow runs: how they are started, looked at and ended, and the variables that jobs are told. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { branchOf, INVALID_DISPATCH, inputsWith, NO_SUCH_REF, NO_TRIGGER, RUN_IS_OVER } from "../../../lab/github/rules/workflow-runs.ts";
import { type Call, numberIn, ok, paged, parameter } from "./call.ts";
import { refAt } from "./refs.ts";
import { missing, refused } from "./refused.ts";
import { apiUrl, iso, shownAccount, webUrl } from "./shown.ts";
import { BRANCH, type State } from "./state.ts";
import { type Doer, tell } from "./tell.ts";
import type { WorkflowRun } from "./things.ts";
import { entryAt } from "./trees.ts";

type Shown = Readonly<Record<string, unknown>>;

const FOLDER = ".github/workflows";
const WORKFLOW_ID = 9_001;

/** Whether a branch has the workflow's file. */
function isOn(state: State, branch: string): boolean {
  const commit = state.objects.commit(refAt(state, `refs/heads/${branch}`) ?? "");
  return commit !== undefined && entryAt(state.objects, commit.tree, `${FOLDER}/${state.workflow.file}`) !== undefined;
}

/** The API knows the workflows of the default branch only. */
function knownWorkflow(call: Call): void {
  const name = parameter(call);
  const { file } = call.state.workflow;
  if (![file, String(WORKFLOW_ID)].includes(name) || !isOn(call.state, BRANCH)) throw missing();
}

const Order = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), z.string()).default({}),
  return_run_details: z.boolean().default(false),
});

const REQUIRED = { required: true, options: null };

/** 200 with the run's id where `return_run_details` asks for it, else 204 (F27). Sent twice, it starts two. */
export function dispatch(call: Call): Answer {
  const { state, actor } = call;
  knownWorkflow(call);
  const order = Order.safeParse(call.body);
  if (!order.success) return INVALID_DISPATCH;
  const { ref, inputs: given, return_run_details: told } = order.data;
  const branch = branchOf(ref);
  const sha = refAt(state, `refs/heads/${branch}`);
  if (sha === null) return NO_SUCH_REF(ref);
  if (!isOn(state, branch)) return NO_TRIGGER;
  const inputs = inputsWith(Object.fromEntries(state.workflow.inputs.map((name) => [name, REQUIRED])), given);
  if (typeof inputs === "string") throw refused(422, inputs);
  const { id } = begin(state, actor, { branch, sha, inputs });
  const addresses = { run_url: apiUrl(state, `actions/runs/${id}`), html_url: webUrl(state, `actions/runs/${id}`) };
  return told ? ok({ workflow_run_id: id, ...addresses }) : { status: 204 };
}

/** A new run that waits for a machine. */
function begin(state: State, doer: Doer, at: Pick<WorkflowRun, "branch" | "sha" | "inputs">): WorkflowRun {
  const { file, title } = state.workflow;
  const now = state.now();
  const fresh = { status: "queued", conclusion: null, createdAt: now, updatedAt: now } as const;
  const what = { file, title: title(at.inputs), event: "workflow_dispatch", author: doer.id };
  const run = { id: state.next("run"), ...what, ...at, ...fresh };
  state.runs.put(run.id, run);
  tellOfRun(state, run, "requested");
  return run;
}

/** The run as it is from now on, told of. Throws where there is no such run. */
export function changeRun(state: State, id: number, change: Pick<WorkflowRun, "status" | "conclusion">): void {
  const run = state.runs.get(id);
  if (run === undefined) throw new Error(`there is no workflow run ${id}`);
  const changed = { ...run, ...change, updatedAt: state.now() };
  state.runs.put(id, changed);
  tellOfRun(state, changed, change.status);
}

function tellOfRun(state: State, run: WorkflowRun, action: string): void {
  const { author: id } = run;
  const account = state.accounts.get(id);
  const doer = { id, login: account?.login ?? "ghost", type: account?.type ?? "User" } as const;
  const workflow = { id: WORKFLOW_ID, name: run.file, path: `${FOLDER}/${run.file}`, state: "active" };
  tell(state, doer, `workflow_run.${action}`, { workflow_run: shownRun(state, run), workflow });
}

function shownRun(state: State, run: WorkflowRun): Shown {
  const { id, file, title, event, status, conclusion, branch, sha, createdAt, updatedAt } = run;
  return {
    id,
    name: file,
    display_title: title,
    path: `${FOLDER}/${file}`,
    workflow_id: WORKFLOW_ID,
    event,
    status,
    conclusion,
    head_branch: branch,
    head_sha: sha,
    run_number: id,
    run_attempt: 1,
    actor: shownAccount(state, run.author),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    run_started_at: iso(createdAt),
    url: apiUrl(state, `actions/runs/${id}`),
    html_url: webUrl(state, `actions/runs/${id}`),
  };
}

/** Newest first. `created` takes `>=` and a time, as we ask. */
export function listRuns(call: Call): Answer {
  const { state, query, asOf } = call;
  knownWorkflow(call);
  const event = query.get("event");
  const [, from] = /^>=(.+)$/.exec(query.get("created") ?? "") ?? [];
  const since = from === undefined ? 0 : Math.floor(Date.parse(from) / 1000);
  const found = state.runs
    .values(asOf)
    .filter((run) => (event === null || run.event === event) && Math.floor(run.createdAt / 1000) >= since)
    .reverse();
  return ok({ total_count: found.length, workflow_runs: paged(call, found).map((run) => shownRun(state, run)) });
}

export function getRun(call: Call): Answer {
  const found = call.state.runs.get(numberIn(call));
  if (found === undefined) throw missing();
  return ok(shownRun(call.state, found));
}

/** 202: its jobs are interrupted, soon. One that is over cannot be cancelled. */
export function cancelRun(call: Call): Answer {
  const { state } = call;
  const found = state.runs.get(numberIn(call));
  if (found === undefined) throw missing();
  if (found.status === "completed") return RUN_IS_OVER;
  state.cancelling.get(found.id)?.();
  return { status: 202, body: {} };
}

export function getVariable(call: Call): Answer {
  const name = parameter(call);
  const value = call.state.variables.get(name);
  if (value === undefined) throw missing();
  return ok({ name, value, created_at: iso(0), updated_at: iso(0) });
}
