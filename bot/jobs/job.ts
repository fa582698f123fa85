/** Turns a webhook into jobs, and a job into its work. */
import { endedWorkflowRunOf } from "#hub/ended-run-event.ts";
import { issueEventOf } from "#hub/issue-events.ts";
import { pickPayloadFields } from "#hub/payload-fields.ts";
import { webhookOriginOf } from "#hub/webhook-origin.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { expectsRun, priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { FindWorkflowEnd } from "#loop/control/reconcile/watch-worker.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import type { Job } from "#ports/queue.ts";
import { LOOK, Looked } from "./poll-job.ts";

/** The event of a workflow run that ended. */
export const WORKFLOW_RUN_COMPLETED = "workflow_run.completed";

/** The request that a webhook makes. */
interface WebhookRequest {
  readonly issue: number;
  /** Other comments may not crowd it out of the queue. */
  readonly vital: boolean;
  /** The id of the account that asks for it; absent where it is none. */
  readonly from?: string;
  /** A run is likely to be active. */
  readonly expected: boolean;
  readonly work: (control: ControlContext, endOf: FindWorkflowEnd) => Promise<void>;
  /** The part that runs ahead of the queue; absent where there is none. */
  readonly ahead?: (control: ControlContext) => Promise<void>;
}

/**
 * Gives the jobs of a webhook: the one in its turn, and before it the part that cannot wait; none where the webhook
 * asks for nothing. Throws an `Error` for a payload of another shape.
 */
export function jobsOf(event: string, delivery: string, payload: object): readonly Job[] {
  const intent = webhookRequestOf(event, payload);
  if (intent === null) return [];
  const { repository } = webhookOriginOf(payload);
  const key = `${repository.owner.login}/${repository.name}#${intent.issue}`;
  const { vital, from } = intent;
  const turn: Job = {
    key,
    delivery,
    vital,
    ...(from !== undefined && { from }),
    event,
    payload: pickPayloadFields(payload),
  };
  return intent.ahead === undefined ? [turn] : [{ ...turn, delivery: `${delivery}/ahead`, ahead: true }, turn];
}

export function webhookRequestOf(name: string, payload: object): WebhookRequest | null {
  if (name === WORKFLOW_RUN_COMPLETED) {
    const found = endedWorkflowRunOf(payload);
    return (
      found && {
        issue: found.issue,
        vital: true,
        expected: true,
        work: (control) => handleWorkerEnd(found.ended, control),
      }
    );
  }
  if (name === LOOK) return { issue: Looked.parse(payload).look.issue, vital: false, expected: true, work: reconcile };
  const found = issueEventOf(name, payload);
  if (found === null) return null;
  const { issue, event } = found;
  const haste = priorityOf(event);
  // Comments without a command are not queued: a `/stop` behind them must find room there.
  if (haste === null) return null;
  const ahead = haste.ahead ? { ahead: (control: ControlContext) => handleStopAhead(event, control) } : {};
  const from = String(event.by.id);
  return {
    issue,
    vital: haste.vital,
    from,
    expected: expectsRun(event),
    work: (control) => handleEvent(event, control),
    ...ahead,
  };
}
