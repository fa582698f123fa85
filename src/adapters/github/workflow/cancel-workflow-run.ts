/** Ends a workflow run that works on nothing any more: GitHub interrupts its jobs, and kills them ten seconds later (F29). */
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
