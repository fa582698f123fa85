/** Workflows that begin by themselves when something happens. */
import type { Happening } from "./happening.ts";
import { titleOf } from "./inputs.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { ZERO } from "./rules/refs.ts";
import { begin } from "./runs.ts";
import { refOf } from "./thing.ts";
import type { Workflow } from "./workflow.ts";
import { workflowsAt } from "./workflows.ts";

/**
 * Begins the workflows that listen for what happened: on a push those of the pushed commit, on what happens to a pull request those of its
 * head, else those of the default branch.
 * What a workflow's own token does begins none (F1); only the runs themselves are heard.
 */
export async function trigger(happening: Happening, repository: RepositoryOptions, actor: string, lab: Lab): Promise<void> {
  const { event, payload } = happening;
  if (actor === "github-actions[bot]" && event !== "workflow_run") return;
  const at = event === "push" ? pushed(payload) : (mergeOf(happening) ?? (await defaultBranch(repository, lab)));
  if (at === null) return;
  const listening = (await workflowsAt(lab, repository, at.sha)).filter((workflow) => listens(workflow, happening));
  for (const workflow of listening)
    await begin({ repository, workflow, title: titleOf(workflow, event, payload), event, ...at, inputs: {}, actor, payload }, lab);
}

interface Place {
  readonly branch: string;
  readonly ref?: string;
  readonly sha: string;
}

/** GitHub takes the file, and the ref, of the merge that it tries: here it is the head, whose file is the same unless the pull request changes it. */
function mergeOf({ event, payload }: Happening): Place | null {
  if (!event.startsWith("pull_request")) return null;
  const { number, head } = Object(payload["pull_request"]);
  return { branch: String(Object(head).ref), ref: `refs/pull/${number}/merge`, sha: String(Object(head).sha) };
}

async function defaultBranch(repository: RepositoryOptions, lab: Lab): Promise<Place> {
  const sha = await refOf(lab, repository, "refs/heads/main");
  if (sha === null) throw new Error(`bug: ${fullName(repository)} has no main`);
  return { branch: "main", sha };
}

/** Null for what is no branch, and for one that is gone. */
function pushed({ ref, after }: Happening["payload"]): Place | null {
  const [, branch] = /^refs\/heads\/(.+)$/.exec(String(ref)) ?? [];
  return branch === undefined || after === ZERO ? null : { branch, sha: String(after) };
}

/** By kind of activity, a push by the name of its branch; a workflow hears of the runs of those only that it names. */
function listens({ on }: Workflow, { event, payload }: Happening): boolean {
  if (!(event in on)) return false;
  const { types, workflows, branches } = on[event] ?? {};
  if (event === "push" && branches !== undefined && !branches.includes(String(payload["ref"]).replace("refs/heads/", ""))) return false;
  const named = event !== "workflow_run" || (workflows ?? []).includes(String(Object(payload["workflow"]).name));
  return named && (types === undefined || types.includes(String(payload["action"])));
}
