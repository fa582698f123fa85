/**
 * Cancels a workflow run that has no work left: GitHub interrupts its jobs, and kills them ten seconds later.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-cancellation
 */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { askGitHubOrNull } from "#adapters/github/client/github-request.ts";

/** As `GitHub.cancel`. One request. Throws `Failure("github")`. */
export async function cancelWorkflowRun(api: Api, { owner, repo }: RepositoryLocation, id: string): Promise<void> {
  await askGitHubOrNull(async () => {
    try {
      return await api.rest.actions.cancelWorkflowRun({ owner, repo, run_id: Number(id) });
    } catch (error) {
      // It is over already.
      if (apiErrorOf(error)?.status === 409) return null;
      throw error;
    }
  });
}
