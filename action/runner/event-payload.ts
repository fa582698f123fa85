/** Reads the event that started the workflow, for the control station. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { HANDLED_EVENTS, issueEventOf } from "#hub/issue-events.ts";
import type { EventOfIssue } from "#hub/payload.ts";
import type { EndedWorkflowRun } from "#loop/control/reconcile/worker-ended.ts";
import { InputError } from "./input-error.ts";
import type { Machine } from "./machine.ts";

/** An event on an issue; or the end of the other jobs of this workflow run; or `nothing`, with the reason in words. */
export type EventPayload =
  | ({ readonly kind: "heard" } & EventOfIssue)
  | { readonly kind: "ended"; readonly issue: number; readonly ended: EndedWorkflowRun }
  | { readonly kind: "nothing"; readonly why: string };

/** The events that the control station handles, without their actions. */
const NAMES: readonly string[] = [...new Set(HANDLED_EVENTS.map((one) => one.slice(0, one.indexOf("."))))];

const Payload = z.looseObject({});

/**
 * The payload in the runner's file. Throws `InputError` for one that is no object: then the Action was not started by a
 * runner.
 */
export async function payloadAt(path: string): Promise<object> {
  const payload = Payload.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (payload.success) return payload.data;
  throw new InputError(`${path} tells of no event of GitHub's: use the Action in a workflow`);
}

const Acted = z.looseObject({ action: z.string() });

/** The inputs that the workflow was started with: its title holds the same (`run-name`). */
const Started = z.looseObject({
  inputs: z.looseObject({
    issue: z.string().regex(/^[1-9]\d{0,9}$/),
    run_id: z.string().min(1).max(200),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

/**
 * Pure. `jobs`: how the other jobs ended, in words. Throws `InputError` for an event that the control station does not
 * handle, and an `Error` for one that is not as GitHub describes it.
 */
export function eventPayloadOf(
  payload: object,
  { event: { name }, workflowRun }: Pick<Machine, "event" | "workflowRun">,
  jobs: string,
): EventPayload {
  if (name === "workflow_dispatch") return endOf(payload, workflowRun, jobs);
  if (!NAMES.includes(name))
    throw new InputError(
      `the station control hears ${NAMES.join(", ")} and the end of its own workflow run (workflow_dispatch); ` +
        `this workflow was started by ${name}: ` +
        `compare its "on:" and the job's "if:" with .github/docs/loopwright-zero-server.yml`,
    );
  const action = Acted.safeParse(payload);
  const happened = `${name}.${action.success ? action.data.action : ""}`;
  if (!HANDLED_EVENTS.some((one) => one === happened))
    return { kind: "nothing", why: `${happened} is nothing that anything follows from` };
  const found = issueEventOf(happened, payload);
  if (found === null)
    return {
      kind: "nothing",
      why: "it is about a pull request or an assignee that is none of ours, or whoever did it is gone",
    };
  return { kind: "heard", ...found };
}

/** The job reads the end of its own workflow run here: GitHub starts no job of this workflow file for it. */
function endOf(payload: object, id: string, jobs: string): EventPayload {
  const started = Started.safeParse(payload);
  if (!started.success)
    throw new InputError(
      "the workflow was not started as Loopwright starts it, with issue, run_id and digest:\n" +
        z.prettifyError(started.error),
    );
  const { issue, run_id: runId, digest } = started.data.inputs;
  const title = `Loopwright #${issue} ${runId} ${digest}`;
  return { kind: "ended", issue: Number(issue), ended: { id, title, conclusion: conclusionOf(jobs) } };
}

/** The conclusion that GitHub will give the workflow run: success where nothing failed; else how its jobs ended. */
function conclusionOf(jobs: string): string {
  if (jobs === "") return "no word of its jobs";
  return jobs.split(", ").every((job) => /: (?:success|skipped)$/.test(job)) ? "success" : jobs;
}
