/** Starts the workflow of the run job, once for each order of the bot. */
import * as z from "zod";
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { createOnce } from "#adapters/github/client/create-once.ts";
import type { IsFirstTry } from "#adapters/github/client/first-try.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { sinceParameterOf } from "#adapters/github/issue/since-parameter.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { WorkflowDispatch } from "#ports/github-types.ts";

export interface WorkflowOptions extends RepositoryLocation {
  readonly issue: number;
  /**
   * Name of the file in .github/workflows. It declares the inputs `issue`, `run_id` and `digest`; its `run-name` holds
   * the digest.
   */
  readonly workflow: string;
  /** Branch that it runs on. */
  readonly ref: string;
  readonly clock: Clock;
  readonly isFirstTry: IsFirstTry;
}

/** The client's types know only the answer 204. */
const Started = z.object({ status: z.literal(200), data: z.object({ workflow_run_id: z.int() }) });

/** Milliseconds between looks for a run whose id GitHub did not return. */
const LOOKS = [1_000, 3_000, 6_000];

/** As `GitHub.dispatch`. One request at the first try. Throws `Failure("github")`. */
export function startWorkflow(api: Api, options: WorkflowOptions, order: WorkflowDispatch): Promise<string> {
  const { owner, repo, workflow, ref, issue, clock, isFirstTry } = options;
  const at = { owner, repo, workflow_id: workflow };
  const advice = (refusal: ApiError): string | null => adviceAbout(refusal, options);

  async function look(): Promise<string | null> {
    const created = `>=${sinceParameterOf(order.since)}`;
    const request = () =>
      api.rest.actions.listWorkflowRuns({ ...at, event: "workflow_dispatch", created, per_page: 100 });
    const { data } = await askGitHub(request, { adviceFor: advice });
    const found = data.workflow_runs.find(({ display_title }) => display_title.includes(order.digest));
    return found === undefined ? null : String(found.id);
  }
  async function send(): Promise<string> {
    // A workflow file that does not know the job `rehearse` still works on what was approved.
    const job = order.job === "run" ? {} : { job: order.job };
    const inputs = { issue: String(issue), run_id: order.runId, digest: order.digest, ...job };
    const request = () =>
      api.rest.actions.createWorkflowDispatch({ ...at, ref, inputs, return_run_details: true, ...NO_RETRY });
    const started = Started.safeParse(await askGitHub(request, { adviceFor: advice }));
    // An older GitHub Enterprise Server answers 204 and does not name the run.
    return started.success ? String(started.data.data.workflow_run_id) : appears();
  }
  async function appears(): Promise<string> {
    for (const pause of LOOKS) {
      await clock.sleep(pause);
      const found = await look();
      if (found !== null) return found;
    }
    const message =
      `GitHub took the order to start ${workflow} in ${owner}/${repo}, but shows no run of it: ` +
      "look at the Actions tab. Its run-name must hold the first 12 digits of inputs.digest";
    throw new Failure("github", message, { retryable: false });
  }
  return createOnce(clock, {
    find: look,
    send,
    firstTry: isFirstTry(order.digest, order.since),
    pendingSince: order.since,
  });
}

function adviceAbout({ status, message }: ApiError, { owner, repo, workflow, ref }: WorkflowOptions): string | null {
  const file = `.github/workflows/${workflow}`;
  if (status === 404)
    return (
      `there is no ${file} on the default branch of ${owner}/${repo}, ` +
      "or the token may not see Actions there: add the file as the README says"
    );
  if (status !== 422) return null;
  if (/no ref found/i.test(message)) return `there is no branch ${ref} in ${owner}/${repo}: give one that is there`;
  return (
    `${file} on ${ref} must be enabled and have "workflow_dispatch" with exactly the inputs ` +
    "issue, run_id, digest and job: compare it with the README's"
  );
}
