/** A repository's settings as the API shows them: names of secrets, what Actions may do, the rules that hold for a branch. */
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";
import { pageOf } from "./rules/limits.ts";

export const SETTINGS_ROUTES: readonly Route[] = [
  onRepository("GET", "/actions/secrets", secrets),
  onRepository("GET", "/actions/organization-secrets", async () => ({ status: 200, body: { total_count: 0, secrets: [] } })),
  onRepository("GET", "/actions/organization-variables", async () => ({ status: 200, body: { total_count: 0, variables: [] } })),
  onRepository("GET", "/actions/permissions", permissions),
  onRepository("GET", "/actions/permissions/workflow", workflowPermissions),
  onRepository("GET", "/rules/branches/{branch}", rules),
];

const AT = "2026-01-01T00:00:00Z";

async function secrets({ ask: { repository, query } }: Call): Promise<Answer> {
  if (repository === null) return NOT_FOUND;
  const all = Object.keys(repository.secrets ?? {}).map((name) => ({ name, created_at: AT, updated_at: AT }));
  return { status: 200, body: { total_count: all.length, secrets: pageOf(query, all) } };
}

async function permissions({ ask: { repository } }: Call): Promise<Answer> {
  if (repository === null) return NOT_FOUND;
  const enabled = repository.actions ?? true;
  return { status: 200, body: { enabled, ...(enabled && { allowed_actions: "all", sha_pinning_required: false }) } };
}

async function workflowPermissions({ ask: { repository } }: Call): Promise<Answer> {
  if (repository === null) return NOT_FOUND;
  const may = repository.actionsMayCreatePullRequests ?? false;
  return { status: 200, body: { default_workflow_permissions: "read", can_approve_pull_request_reviews: may } };
}

/** The same for every branch. */
async function rules({ ask: { repository } }: Call): Promise<Answer> {
  if (repository === null) return NOT_FOUND;
  const of = { ruleset_source_type: "Repository", ruleset_source: `${repository.owner}/${repository.name}`, ruleset_id: 1 };
  return { status: 200, body: (repository.branchRules ?? []).map((type) => ({ type, ...of })) };
}
