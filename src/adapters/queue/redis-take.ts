/** Does the first job of a key that has its turn, and takes the job out of the queue. */
import type { FirstJob } from "#adapters/queue/redis/job-texts.ts";
import type { TakeTurn } from "#adapters/queue/redis/turns.ts";
import { Failure } from "#ports/failure.ts";
import type { QueueEvent, QueueOptions } from "#ports/queue.ts";
import { attemptJob, deadLetterFor, droppedDeadLetterEvent, errorForRetry, jobEndOf } from "./attempt-job.ts";
import type { RedisLines } from "./redis-lines.ts";

/** How many bots may die over a job before the job is given up. */
const LOSSES = 3;

/**
 * Makes the function that works off one turn: does the first job of the key and takes it out of the queue. It throws an
 * `Error` when the job is to be tried again.
 */
export function takeOf({ store, turns }: RedisLines, options: QueueOptions): TakeTurn {
  return async (key, tries, losses) => {
    const first = await store.first(key);
    if (first === null) return;
    const news = await newsOf(first, losses, tries, options);
    if (news.kind === "again") {
      options.tell(news);
      throw errorForRetry(news);
    }
    const { left, gone } = await store.leave(first, news.kind === "dead" ? deadLetterFor(news, tries, options) : null);
    options.tell(news);
    for (const letter of gone) options.tell(droppedDeadLetterEvent(letter, options));
    if (left > 0) await turns.give(key);
  };
}

async function newsOf(
  { job, odd }: FirstJob,
  losses: number,
  tries: number,
  options: QueueOptions,
): Promise<QueueEvent> {
  const strange = odd === null ? null : `what waits in the queue as ${job.delivery} is no job: ${odd}`;
  const why = strange ?? (losses > LOSSES ? `${LOSSES + 1} bots that had it in hand died, or lost Redis` : null);
  if (why !== null)
    return { ...jobEndOf(job, "given up", options), error: new Failure("queue", why, { retryable: false }) };
  return attemptJob(job, tries, options);
}
