/** DRAFT: shows work that the loop can bring no further, as a draft pull request that nobody verified (architecture 2, acceptance 15). */
import type { Draft } from "#core/event.ts";
import { pullOf } from "#core/pull-now.ts";
import { branchOf, type Run } from "#core/run.ts";
import { Failure } from "#ports/failure.ts";
import { draftBody, pullRequestTitle } from "#text/pull-request.ts";
import type { Kit } from "../kit.ts";
import { sent } from "./settle.ts";

/** Its receipt is the number of the pull request. */
export async function draft(run: Run, { press }: Kit): Promise<readonly Draft[]> {
  return sent("draft", run, async () => {
    const answer = await press.publish({
      title: pullRequestTitle(run),
      body: draftBody(run),
      branch: branchOf(run),
      head: run.progress.head.commit,
      base: run.base.branch,
      number: pullOf(run),
      titled: null,
      draft: true,
    });
    if ("taken" in answer) throw new Failure("github", answer.taken, { retryable: false });
    if (answer.number === null) throw new Error("bug: a draft is a pull request");
    return String(answer.number);
  });
}
