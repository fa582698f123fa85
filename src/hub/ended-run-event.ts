/** Turns a webhook about an ended workflow run into the end of a worker; null for every other workflow. */
import * as z from "zod";
import { runInTitle, WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import type { EndedWorkflowRun } from "#loop/control/reconcile/worker-ended.ts";
import { parsePayload } from "./payload.ts";

const Run = z.object({
  id: z.int(),
  event: z.string(),
  /** GitHub may add `@` and a ref. */
  path: z.string(),
  display_title: z.string(),
  conclusion: z.string().nullable(),
});

const RunPayload = z.object({ workflow_run: Run });

/**
 * A workflow run of ours that is over, with its issue; null for every other. Throws an `Error` for a payload of another
 * shape.
 */
export function endedWorkflowRunOf(
  payload: object,
): { readonly issue: number; readonly ended: EndedWorkflowRun } | null {
  const { id, event, path, display_title: title, conclusion } = parsePayload(RunPayload, payload).workflow_run;
  const titled = runInTitle(title);
  if (event !== "workflow_dispatch" || path.split("@")[0] !== WORKFLOW_FILE || titled === null) return null;
  return { issue: titled.issue, ended: { id: String(id), title, conclusion: conclusion ?? "no conclusion" } };
}
