/**
 * Creates a check run on a commit: people see it beside the commit's other checks
 * (https://docs.github.com/rest/checks/runs#create-a-check-run).
 */
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { CERTIFICATE_NAME } from "#core/approval/certificate-id.ts";
import { Failure } from "#ports/failure.ts";
import type { Certificate } from "#ports/publisher.ts";

const advice = ({ status }: ApiError): string | null =>
  status === 403
    ? "give the job that publishes the permission `checks: write`, as the workflow file of the README does"
    : null;

/**
 * One request. Returns why the check run was refused, and null when it was made: of two with one name GitHub shows the
 * newer.
 */
export async function createCheckRun(
  api: Api,
  { owner, repo }: RepositoryLocation,
  { head, id, title, text }: Certificate,
): Promise<string | null> {
  const output = { title, summary: text };
  const request = () =>
    api.rest.checks.create({
      owner,
      repo,
      name: CERTIFICATE_NAME,
      head_sha: head,
      external_id: id,
      status: "completed",
      conclusion: "success",
      output,
      ...NO_RETRY,
    });
  try {
    await askGitHub(request, { adviceFor: advice });
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}
