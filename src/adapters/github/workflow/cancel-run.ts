/** Ends a workflow run that works on nothing any more: GitHub interrupts its jobs, and kills them ten seconds later (F29). */
import type { Api, Place } from "#adapters/github/client/api.ts";
import { askForSome } from "#adapters/github/client/errors.ts";
import { refusalOf } from "#adapters/github/client/refusal.ts";

/** As `GitHub.cancel`. One request. Throws `Failure("github")`. */
export async function cancelRun(api: Api, { owner, repo }: Place, id: string): Promise<void> {
  await askForSome(async () => {
    try {
      return await api.rest.actions.cancelWorkflowRun({ owner, repo, run_id: Number(id) });
    } catch (error) {
      // It is over already.
      if (refusalOf(error)?.status === 409) return null;
      throw error;
    }
  });
}
