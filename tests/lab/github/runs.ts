/** Workflow runs: begun, handed to the runner, told of, cancelled, run again. */
import * as z from "zod";
import type { Conclusion, Permissions } from "../actions/dispatched.ts";
import { ACTIONS_PERMISSIONS } from "./app.ts";
import { tokenFor } from "./installations.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { NewRun, Run } from "./run.ts";
import { shown, shownWorkflow } from "./run-shown.ts";
import { accountIn, read } from "./thing.ts";

/** Notes the run, tells `requested`, and lets it begin. */
export async function begin(started: NewRun, lab: Lab): Promise<Run> {
  const fresh = { attempt: 1, status: "queued", conclusion: null, stop: new AbortController(), done: Promise.resolve() } as const;
  const seen = await seenFor(started, lab);
  const run: Run = { id: 1001 + lab.runs.length, created: new Date().toISOString(), ...started, seen, ...fresh };
  lab.runs.push(run);
  await announce(run, "requested", lab);
  run.done = carryOut(run, lab);
  return run;
}

const Author = z.object({ name: z.string(), email: z.string(), date: z.string() });
const Commit = z.object({ message: z.string(), tree: z.object({ sha: z.string() }), author: Author, committer: Author });

/** What a run shows of its repository, of who began it, and of its commit. */
async function seenFor({ repository, actor, sha }: NewRun, lab: Lab): Promise<Run["seen"]> {
  const at = `/repos/${fullName(repository)}`;
  const [where, who, found] = await Promise.all([read(lab, at), accountIn(lab, actor), read(lab, `${at}/git/commits/${sha}`)]);
  const { message, tree, author, committer } = Commit.parse(found);
  const person = ({ name, email }: z.infer<typeof Author>) => ({ name, email });
  const commit = { id: sha, tree_id: tree.sha, message, timestamp: author.date, author: person(author), committer: person(committer) };
  return { repository: where, actor: who, commit };
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
  const payload = { action, workflow_run: shown(run, lab), workflow: shownWorkflow(run.workflow, run.repository, lab) };
  await lab.tell([{ event: "workflow_run", payload }], run.repository, { kind: "user", login: run.actor, token: "" });
  lab.ring();
}
