/** Makes a poll of one issue a job: it queues with the issue's webhooks, so that both are never worked on at once. */
import { issueKeyOf, type Task } from "#hub/task.ts";
import type { Job } from "#ports/queue.ts";

/** The event of a poll job, which no webhook asked for. */
export const POLL = "loopwright.look";

/**
 * Makes the poll job of an issue. `round`: the same for all bots that poll in the same minutes, so that only one of
 * them does the job.
 */
export function pollJobOf(
  issue: number,
  round: string,
  { repository, installation }: Pick<Task, "repository" | "installation">,
): Job {
  const task: Task = { repository, installation, issue, work: { kind: "poll" } };
  const key = issueKeyOf(task);
  return { key, delivery: `look/${round}/${key}`, vital: false, event: POLL, payload: task };
}

/** Whether the job is a poll: it need not be retried, as the next poll comes anyway. */
export function isPollJob({ event }: Job): boolean {
  return event === POLL;
}
