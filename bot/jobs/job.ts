/** Turns a task into jobs of the queue, and a job into its work. */
import { askedIn, issueKeyOf, Task, taskAt, taskOf } from "#hub/task.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { expectsRun, priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { FindWorkflowEnd } from "#loop/control/reconcile/watch-worker.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { openCertified } from "#loop/control/run/open-certified.ts";
import { watchChecks } from "#loop/control/run/watch-checks.ts";
import type { Job } from "#ports/queue.ts";
import { POLL } from "./poll-job.ts";

/** The way in which a task is done. */
interface TaskRequest {
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
  const asked = askedIn(event, payload);
  const request = asked && requestOf(asked);
  // Most comments ask for nothing: their place is not even read.
  if (asked === null || request === null) return [];
  const task = taskAt(payload, asked);
  const { vital, from, ahead } = request;
  const turn: Job = {
    key: issueKeyOf(task),
    delivery,
    vital,
    ...(from !== undefined && { from }),
    event,
    payload: task,
  };
  return ahead === undefined ? [turn] : [{ ...turn, delivery: `${delivery}/ahead`, ahead: true }, turn];
}

/** The way in which a task is done; null where it asks for nothing. */
export function requestOf({ work }: Pick<Task, "work">): TaskRequest | null {
  switch (work.kind) {
    case "ended":
      return { vital: true, expected: true, work: (control) => handleWorkerEnd(work.ended, control) };
    case "certified":
      return { vital: true, expected: true, work: (control) => openCertified(work.certified, control) };
    case "checks":
      return { vital: false, expected: false, work: watchChecks };
    case "poll":
      return { vital: false, expected: true, work: reconcile };
    case "event": {
      const { event } = work;
      const priority = priorityOf(event);
      // Comments without a command are not queued: a `/stop` behind them must find room there.
      if (priority === null) return null;
      return {
        vital: priority.vital,
        from: String(event.by.id),
        expected: expectsRun(event),
        work: (control) => handleEvent(event, control),
        ...(priority.ahead && { ahead: (control: ControlContext) => handleStopAhead(event, control) }),
      };
    }
  }
}

/**
 * The task of a job that was stored. A bot of an earlier version stored the webhook itself, or the number of the issue
 * that it polls: such a job is understood here, so that none that waits is lost with an upgrade. Throws an `Error` for
 * another shape.
 */
export function taskIn({ event, payload }: Job): Task | null {
  if ("work" in payload) return Task.parse(payload);
  if (event !== POLL) return taskOf(event, payload);
  return Task.parse({ ...payload, ...("look" in payload ? Object(payload.look) : {}), work: { kind: "poll" } });
}
