/** Workflow runs: begun, handed to the runner, told of, cancelled, run again. */
import type { Conclusion, Permissions } from "../actions/dispatched.ts";
import { ACTIONS_PERMISSIONS } from "./app.ts";
import { tokenFor } from "./installations.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { NewRun, Run } from "./run.ts";

/** Notes the run, tells `requested`, and lets it begin. */
export async function begin(started: NewRun, lab: Lab): Promise<Run> {
  const fresh = { attempt: 1, status: "queued", conclusion: null, stop: new AbortController(), done: Promise.resolve() } as const;
  const run: Run = { id: 1001 + lab.runs.length, created: new Date().toISOString(), ...started, ...fresh };
  lab.runs.push(run);
  await announce(run, "requested", lab);
  run.done = carryOut(run, lab);
  return run;
}

/** The same run once more, as its next attempt. */
export async function again(run: Run, lab: Lab): Promise<void> {
  Object.assign(run, { attempt: run.attempt + 1, status: "queued", conclusion: null, stop: new AbortController() });
  await announce(run, "requested", lab);
  run.done = carryOut(run, lab);
}

async function carryOut(run: Run, lab: Lab): Promise<void> {
  const tokens: string[] = [];
  run.status = "in_progress";
  await announce(run, "in_progress", lab);
  run.conclusion = await conclusionOf(run, tokens, lab);
  run.status = "completed";
  tokens.forEach(lab.tokens.expire);
  await announce(run, "completed", lab);
}

async function conclusionOf(run: Run, tokens: string[], lab: Lab): Promise<Conclusion> {
  const { id, inputs, actor, event, payload, sha } = run;
  const repository = fullName(run.repository);
  const token = async (permissions: Permissions): Promise<string> => {
    const made = await actionsToken(run.repository, permissions, lab);
    tokens.push(made);
    return made;
  };
  const job = {
    id,
    repository,
    workflow: run.workflow.path,
    ref: run.ref ?? `refs/heads/${run.branch}`,
    sha,
    inputs,
    actor,
    event,
    payload,
    token,
  };
  try {
    const { conclusion } = await lab.options.runner.run(job, run.stop.signal);
    return conclusion;
  } catch (error) {
    lab.failures.push(error);
    return run.stop.signal.aborted ? "cancelled" : "failure";
  }
}

/** Permissions that are none of the API's (`id_token`) are left out. */
function actionsToken(repository: RepositoryOptions, permissions: Permissions, lab: Lab): Promise<string> {
  const app = lab.apps.find(({ slug, account }) => slug === "github-actions" && account === repository.owner);
  if (app === undefined) throw new Error(`bug: nobody gives tokens for ${fullName(repository)}`);
  const known = Object.entries(permissions).filter(([name]) => name in ACTIONS_PERMISSIONS);
  return tokenFor(app, fullName(repository), Object.fromEntries(known), lab);
}

async function announce(run: Run, action: string, lab: Lab): Promise<void> {
  const { id, name, path } = run.workflow;
  const payload = { action, workflow_run: shown(run, lab), workflow: { id, name, path, state: "active" } };
  await lab.tell([{ event: "workflow_run", payload }], run.repository, { kind: "user", login: run.actor, token: "" });
  lab.ring();
}

/** A run as the API shows it. */
export function shown(run: Run, { url }: Pick<Lab, "url">): Readonly<Record<string, unknown>> {
  const { id, workflow, title, event, branch, sha, attempt, status, conclusion, created } = run;
  const actor = { login: run.actor, type: run.actor.endsWith("[bot]") ? "Bot" : "User" };
  const name = fullName(run.repository);
  return {
    id,
    name: workflow.name,
    display_title: title,
    path: workflow.path,
    workflow_id: workflow.id,
    event,
    status,
    conclusion,
    head_branch: branch,
    head_sha: sha,
    run_number: id - 1000,
    run_attempt: attempt,
    actor,
    triggering_actor: actor,
    created_at: created,
    updated_at: new Date().toISOString(),
    run_started_at: created,
    pull_requests: [],
    url: `${url}/repos/${name}/actions/runs/${id}`,
    html_url: `${url}/${name}/actions/runs/${id}`,
  };
}
