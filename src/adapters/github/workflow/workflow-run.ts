/** Starts the workflow of the bench, once for each order (architecture 2, hand-over from desk to bench). */
import * as z from "zod";
import { type Api, ONCE, type Place } from "#adapters/github/client/api.ts";
import { ask } from "#adapters/github/client/errors.ts";
import type { IsFresh } from "#adapters/github/client/fresh.ts";
import { once } from "#adapters/github/client/once.ts";
import type { Refusal } from "#adapters/github/client/refusal.ts";
import { sinceOf } from "#adapters/github/issue/letters.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { WorkflowDispatch } from "#ports/github.ts";

export interface WorkflowOptions extends Place {
  readonly issue: number;
  /** Name of the file in .github/workflows. It declares the inputs `issue`, `run_id` and `digest`; its `run-name` holds the digest's first 12 digits. */
  readonly workflow: string;
  /** Branch that it runs on. */
  readonly ref: string;
  readonly clock: Clock;
  readonly isFresh: IsFresh;
}

/** The client's types know only the 204. */
const Started = z.object({ status: z.literal(200), data: z.object({ workflow_run_id: z.int() }) });

/** Milliseconds between looks for a run that GitHub took without saying its id. */
const LOOKS = [1_000, 3_000, 6_000];

/** As `GitHub.dispatch`. One request when the order is fresh. Throws `Failure("github")`. */
export function startWorkflow(api: Api, options: WorkflowOptions, order: WorkflowDispatch): Promise<string> {
  const { owner, repo, workflow, ref, issue, clock, isFresh } = options;
  const at = { owner, repo, workflow_id: workflow };
  const cure = (refusal: Refusal): string | null => cureOf(refusal, options);

  async function look(): Promise<string | null> {
    const created = `>=${sinceOf(order.since)}`;
    const request = () => api.rest.actions.listWorkflowRuns({ ...at, event: "workflow_dispatch", created, per_page: 100 });
    const { data } = await ask(request, { cure });
    const found = data.workflow_runs.find(({ display_title }) => display_title.includes(order.digest.slice(0, 12)));
    return found === undefined ? null : String(found.id);
  }
  async function send(): Promise<string> {
    const inputs = { issue: String(issue), run_id: order.runId, digest: order.digest };
    const request = () => api.rest.actions.createWorkflowDispatch({ ...at, ref, inputs, return_run_details: true, ...ONCE });
    const started = Started.safeParse(await ask(request, { cure }));
    // An older GitHub Enterprise Server answers 204 and does not say which run it is (F27).
    return started.success ? String(started.data.data.workflow_run_id) : appears();
  }
  async function appears(): Promise<string> {
    for (const pause of LOOKS) {
      await clock.sleep(pause);
      const found = await look();
      if (found !== null) return found;
    }
    const message = `GitHub took the order to start ${workflow} in ${owner}/${repo}, but shows no run of it: look at the Actions tab. Its run-name must hold the first 12 digits of inputs.digest`;
    throw new Failure("github", message, { retryable: false });
  }
  return once(clock, { look, send, fresh: isFresh(order.digest, order.since), announced: order.since });
}

function cureOf({ status, said }: Refusal, { owner, repo, workflow, ref }: WorkflowOptions): string | null {
  const file = `.github/workflows/${workflow}`;
  if (status === 404)
    return `there is no ${file} on the default branch of ${owner}/${repo}, or the token may not see Actions there: add the file as the README says`;
  if (status !== 422) return null;
  if (/no ref found/i.test(said)) return `there is no branch ${ref} in ${owner}/${repo}: give one that is there`;
  return `${file} on ${ref} must be enabled and have "workflow_dispatch" with exactly the inputs issue, run_id and digest: compare it with the README's`;
}
