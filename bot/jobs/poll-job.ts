/** Makes a poll of one issue a job: it queues with the issue's webhooks, so that both are never worked on at once. */
import * as z from "zod";
import type { WebhookOrigin } from "#hub/webhook-origin.ts";
import type { Job } from "#ports/queue.ts";

/** The event of a poll job, which no webhook asked for. */
export const LOOK = "loopwright.look";

export const Looked = z.looseObject({ look: z.object({ issue: z.int().positive() }) });

/**
 * Makes the poll job of an issue. `round`: the same for all bots that poll in the same minutes, so that only one of
 * them does the job.
 */
export function pollJobOf(
  issue: number,
  round: string,
  { repository, installation }: Pick<WebhookOrigin, "repository" | "installation">,
): Job {
  const key = `${repository.owner.login}/${repository.name}#${issue}`;
  return {
    key,
    delivery: `look/${round}/${key}`,
    vital: false,
    event: LOOK,
    payload: { repository, installation, look: { issue } },
  };
}

/** Whether the job is a poll: it need not be retried, as the next poll comes anyway. */
export function isPollJob({ event }: Job): boolean {
  return event === LOOK;
}
