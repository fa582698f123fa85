/** Whether a workflow run is over: asked where nobody is told of it. */
import type { Api, Place } from "#adapters/github/client/api.ts";
import { ask, askForSome } from "#adapters/github/client/errors.ts";
import { sinceOf } from "#adapters/github/issue/letters.ts";

/** A workflow run of this file; `id` is null where only the handOverDigest in its title is known, and that it began after `since` (milliseconds). */
export interface Sought {
  readonly id: string | null;
  readonly handOverDigest: string;
  readonly since: number;
}

/** How it ended: `conclusion` is GitHub's word. */
export interface EndedRun {
  readonly id: string;
  readonly title: string;
  readonly conclusion: string;
}

/** Null while it goes on, and where none of that handOverDigest is to be seen. `workflow`: the name of the file. One request. Throws `Failure("github")`. */
export function endedRun(api: Api, place: Place & { readonly workflow: string }, sought: Sought): Promise<EndedRun | null> {
  return sought.id === null ? sealedRun(api, place, sought) : numberedRun(api, place, sought.id);
}

/** One that was deleted was over: GitHub deletes no other. */
async function numberedRun(api: Api, { owner, repo }: Place, id: string): Promise<EndedRun | null> {
  const found = await askForSome(() => api.rest.actions.getWorkflowRun({ owner, repo, run_id: Number(id) }));
  return found === null ? { id, title: "", conclusion: "deleted" } : endOf(found.data);
}

async function sealedRun(
  api: Api,
  { owner, repo, workflow }: Place & { readonly workflow: string },
  { handOverDigest, since }: Sought,
): Promise<EndedRun | null> {
  const created = `>=${sinceOf(since)}`;
  const asked = { owner, repo, workflow_id: workflow, event: "workflow_dispatch", created, per_page: 100 };
  const { data } = await ask(() => api.rest.actions.listWorkflowRuns(asked));
  const found = data.workflow_runs.find(({ display_title }) => display_title.includes(handOverDigest.slice(0, 12)));
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
}): EndedRun | null {
  return status === "completed" ? { id: String(id), title, conclusion: conclusion ?? "no conclusion" } : null;
}
