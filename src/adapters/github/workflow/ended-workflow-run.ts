/** Finds out whether a workflow run is over, without a webhook. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { sinceParameterOf } from "#adapters/github/issue/since-parameter.ts";

/**
 * A workflow run of this file; `id` is null where only the hand-over digest in its title and an earliest start
 * (`since`, milliseconds) are known.
 */
export interface WorkflowRunQuery {
  readonly id: string | null;
  readonly handOverDigest: string;
  readonly since: number;
}

/** How it ended: `conclusion` is GitHub's word. */
export interface CompletedWorkflowRun {
  readonly id: string;
  readonly title: string;
  readonly conclusion: string;
}

/**
 * Null while it goes on, and where no run with that digest is listed. `workflow`: the name of the file. One request.
 * Throws `Failure("github")`.
 */
export function findEndedWorkflowRun(
  api: Api,
  place: RepositoryLocation & { readonly workflow: string },
  sought: WorkflowRunQuery,
): Promise<CompletedWorkflowRun | null> {
  return sought.id === null ? runWithDigest(api, place, sought) : runWithId(api, place, sought.id);
}

/** A deleted run was over: GitHub deletes no other. */
async function runWithId(
  api: Api,
  { owner, repo }: RepositoryLocation,
  id: string,
): Promise<CompletedWorkflowRun | null> {
  const found = await askGitHubOrNull(() => api.rest.actions.getWorkflowRun({ owner, repo, run_id: Number(id) }));
  return found === null ? { id, title: "", conclusion: "deleted" } : endOf(found.data);
}

async function runWithDigest(
  api: Api,
  { owner, repo, workflow }: RepositoryLocation & { readonly workflow: string },
  { handOverDigest, since }: WorkflowRunQuery,
): Promise<CompletedWorkflowRun | null> {
  const created = `>=${sinceParameterOf(since)}`;
  const asked = { owner, repo, workflow_id: workflow, event: "workflow_dispatch", created, per_page: 100 };
  const { data } = await askGitHub(() => api.rest.actions.listWorkflowRuns(asked));
  const found = data.workflow_runs.find(({ display_title }) => display_title.includes(handOverDigest));
  return found === undefined ? null : endOf(found);
}

function endOf({
  id,
  display_title: title,
  status,
  conclusion,
}: {
  readonly id: number;
  readonly display_title: string;
  readonly status: string | null;
  readonly conclusion: string | null;
}): CompletedWorkflowRun | null {
  return status === "completed" ? { id: String(id), title, conclusion: conclusion ?? "no conclusion" } : null;
}
