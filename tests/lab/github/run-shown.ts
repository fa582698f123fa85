/** A workflow and a run of it as the API shows them. */
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { Run } from "./run.ts";
import type { Workflow } from "./workflow.ts";

const BORN = "2026-01-01T00:00:00Z";

/** The workflow. */
export function shownWorkflow({ id, name, path }: Workflow, repository: RepositoryOptions, { url }: Pick<Lab, "url">): unknown {
  const [full, file] = [fullName(repository), path.split("/").at(-1)];
  return {
    id,
    node_id: `W_${id}`,
    name,
    path,
    state: "active",
    url: `${url}/repos/${full}/actions/workflows/${id}`,
    html_url: `${url}/${full}/blob/main/${path}`,
    badge_url: `${url}/${full}/workflows/${file}/badge.svg`,
    created_at: BORN,
    updated_at: BORN,
  };
}

/** The run. */
export function shown(run: Run, { url }: Pick<Lab, "url">): Readonly<Record<string, unknown>> {
  const { id, workflow, title, event, branch, sha, attempt, status, conclusion, created, seen } = run;
  const full = fullName(run.repository);
  const at = `${url}/repos/${full}/actions/runs/${id}`;
  return {
    id,
    node_id: `WFR_${id}`,
    name: workflow.name,
    display_title: title,
    path: workflow.path,
    workflow_id: workflow.id,
    event,
    status,
    conclusion,
    head_branch: branch,
    head_sha: sha,
    head_commit: seen.commit,
    repository: seen.repository,
    head_repository: seen.repository,
    run_number: id - 1000,
    run_attempt: attempt,
    actor: seen.actor,
    triggering_actor: seen.actor,
    created_at: created,
    updated_at: new Date().toISOString(),
    run_started_at: created,
    pull_requests: [],
    url: at,
    html_url: `${url}/${full}/actions/runs/${id}`,
    jobs_url: `${at}/jobs`,
    logs_url: `${at}/logs`,
    artifacts_url: `${at}/artifacts`,
    cancel_url: `${at}/cancel`,
    rerun_url: `${at}/rerun`,
    check_suite_url: `${url}/repos/${full}/check-suites/${id}`,
    workflow_url: `${url}/repos/${full}/actions/workflows/${workflow.id}`,
  };
}
