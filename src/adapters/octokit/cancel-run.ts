/** Ends a workflow run that works on nothing any more: GitHub interrupts its jobs, and kills them ten seconds later (F29). */
import type { Api, Place } from "./api.ts";
import { askForSome } from "./errors.ts";
import { refusalOf } from "./refusal.ts";

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
