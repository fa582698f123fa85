/** What the event that started the workflow tells the desk. Pure. */
import * as z from "zod";
import { HANDLED_EVENTS, issueEventOf } from "#hub/issue-events.ts";
import type { EventOfIssue } from "#hub/payload.ts";
import type { EndedWorkflowRun } from "#loop/control/reconcile/worker-ended.ts";
import { InputError } from "./input-error.ts";
import type { Machine } from "./machine.ts";

/** Something that happened to an issue; or the other jobs of this workflow run are over; or `nothing`, with why in words. */
export type EventPayload =
  | ({ readonly kind: "heard" } & EventOfIssue)
  | { readonly kind: "ended"; readonly issue: number; readonly ended: EndedWorkflowRun }
  | { readonly kind: "nothing"; readonly why: string };

/** The events that are heard, without their actions. */
const NAMES: readonly string[] = [...new Set(HANDLED_EVENTS.map((one) => one.slice(0, one.indexOf("."))))];

const Acted = z.looseObject({ action: z.string() });

/** As the workflow was started: its title holds the same (`run-name`). */
const Started = z.looseObject({
  inputs: z.looseObject({
    issue: z.string().regex(/^[1-9]\d{0,9}$/),
    run_id: z.string().min(1).max(200),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

/**
 * `jobs`: how the other jobs ended, in words. Throws `Declined` for an event that is not the desk's, and an `Error` for one that is not as
 * GitHub describes it.
 */
export function eventPayloadOf(
  payload: object,
  { event: { name }, workflowRun }: Pick<Machine, "event" | "workflowRun">,
  jobs: string,
): EventPayload {
  if (name === "workflow_dispatch") return endOf(payload, workflowRun, jobs);
  if (!NAMES.includes(name))
    throw new InputError(
      `the station control hears ${NAMES.join(", ")} and the end of its own workflow run (workflow_dispatch); this workflow was started by ${name}: compare its "on:" and the job's "if:" with .github/docs/loopwright-zero-server.yml`,
    );
  const action = Acted.safeParse(payload);
  const happened = `${name}.${action.success ? action.data.action : ""}`;
  if (!HANDLED_EVENTS.some((one) => one === happened)) return { kind: "nothing", why: `${happened} is nothing that anything follows from` };
  const found = issueEventOf(happened, payload);
  if (found === null) return { kind: "nothing", why: "it is about a pull request that is none of ours, or whoever did it is gone" };
  return { kind: "heard", ...found };
}

/** Nobody else tells this desk that a workflow run is over: what GitHub says of its own runs starts no job in this file. */
function endOf(payload: object, id: string, jobs: string): EventPayload {
  const started = Started.safeParse(payload);
  if (!started.success)
    throw new InputError(
      `the workflow was not started as Loopwright starts it, with issue, run_id and digest:\n${z.prettifyError(started.error)}`,
    );
  const { issue, run_id: runId, digest } = started.data.inputs;
  const title = `Loopwright #${issue} ${runId} ${digest}`;
  return { kind: "ended", issue: Number(issue), ended: { id, title, conclusion: conclusionOf(jobs) } };
}

/** As GitHub will word it of the workflow run: what failed nowhere is a success; else how its jobs ended. */
function conclusionOf(jobs: string): string {
  if (jobs === "") return "no word of its jobs";
  return jobs.split(", ").every((job) => /: (?:success|skipped)$/.test(job)) ? "success" : jobs;
}
