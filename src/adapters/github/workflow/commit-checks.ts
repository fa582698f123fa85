/**
 * Reads the checks of a commit: check runs (https://docs.github.com/rest/checks/runs), commit statuses
 * (https://docs.github.com/rest/commits/statuses), and check suites that somebody must let begin.
 */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { CERTIFICATE_NAME } from "#core/approval/certificate-id.ts";
import { type CommitCheck, colourOf } from "#core/ci/commit-check.ts";

const PAGE = 100;
/** Red check runs whose annotations are read, a request for each, and the most of one. */
const ANNOTATED = 5;
const ANNOTATIONS = 10;

type Commit = RepositoryLocation & { readonly ref: string };
type CheckRun = Awaited<ReturnType<Api["rest"]["checks"]["listForRef"]>>["data"]["check_runs"][number];

const adviceFor = ({ status }: ApiError): string | null =>
  status === 403
    ? "give the App the permissions `checks: read` and `statuses: read`, and accept them where it is installed"
    : null;

/**
 * As `GitHub.checksOf`. Two requests, one more for each hundred checks, for each red check run that has annotations,
 * and where there is no check. Throws `Failure("github")`.
 */
export async function checksOf(
  api: Api,
  { owner, repo }: RepositoryLocation,
  ref: string,
): Promise<readonly CommitCheck[]> {
  const at = { owner, repo, ref };
  const runs = (await checkRunsOf(api, at)).filter(({ name }) => name !== CERTIFICATE_NAME);
  const red = runs.filter((run) => colourOf(run) === "red" && run.output.annotations_count > 0).slice(0, ANNOTATED);
  const notes = new Map<number, string>();
  for (const { id } of red) notes.set(id, await annotationsOf(api, at, id));
  const checks = runs.map(({ id, name, conclusion, output: { title, summary } }) => ({
    name,
    conclusion,
    summary: [title, summary, notes.get(id)].filter((part) => part != null && part !== "").join("\n"),
  }));
  const all = [...checks, ...(await statusesOf(api, at))];
  return all.length > 0 ? all : suitesToLetBegin(api, at);
}

/** The latest run of each check. */
async function checkRunsOf(api: Api, at: Commit): Promise<readonly CheckRun[]> {
  const found: CheckRun[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { ...at, filter: "latest", per_page: PAGE, page } as const;
    const { data } = await askGitHub(() => api.rest.checks.listForRef(asked), { adviceFor });
    found.push(...data.check_runs);
    if (data.check_runs.length < PAGE) return found;
  }
}

/** A job of GitHub Actions says what is wrong in annotations alone. */
async function annotationsOf(api: Api, { owner, repo }: Commit, check_run_id: number): Promise<string> {
  const asked = { owner, repo, check_run_id, per_page: ANNOTATIONS };
  const { data } = await askGitHub(() => api.rest.checks.listAnnotations(asked), { adviceFor });
  return data.map(({ path, start_line: line, message }) => `${path}:${line}: ${message ?? ""}`).join("\n");
}

/** The last status of each context, of the first thousand. */
async function statusesOf(api: Api, at: Commit): Promise<readonly CommitCheck[]> {
  const found: CommitCheck[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const asked = { ...at, per_page: PAGE, page };
    const { data } = await askGitHub(() => api.rest.repos.getCombinedStatusForRef(asked), { adviceFor });
    found.push(
      ...data.statuses.map(({ context, state, description }) => ({
        name: context,
        conclusion: state === "pending" ? null : state === "success" ? "success" : "failure",
        summary: description ?? "",
      })),
    );
    if (data.statuses.length < PAGE) break;
  }
  return found;
}

/** Workflows that wait for a click have no check run yet: their suite alone says so. */
async function suitesToLetBegin(api: Api, at: Commit): Promise<readonly CommitCheck[]> {
  const { data } = await askGitHub(() => api.rest.checks.listSuitesForRef({ ...at, per_page: PAGE }), { adviceFor });
  return data.check_suites
    .filter(({ conclusion }) => conclusion === "action_required")
    .map(({ app, conclusion }) => ({ name: app?.name ?? "workflows", conclusion, summary: "" }));
}
