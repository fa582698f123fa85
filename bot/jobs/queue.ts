/** Opens the bot's queue: in the process, or over Redis where its address is set. */
import { inProcessQueue } from "#adapters/queue/in-process.ts";
import { queueWithLanes } from "#adapters/queue/lanes.ts";
import { BOT_LEASE } from "#core/config/poll-intervals.ts";
import type { Log } from "#ports/log.ts";
import type { Job, Queue, QueueOptions } from "#ports/queue.ts";
import { isPollJob } from "./poll-job.ts";
import { readJob } from "./read-job.ts";

/**
 * Limits of the queue: issues worked on at one time, waiting jobs of one issue, vital ones of one person among them,
 * tries of a job with the first pause between them in milliseconds, and dead letters.
 */
export const QUEUE_BOUNDS = { sideBySide: 4, waiting: 20, ofOne: 3, tries: 5, pause: 1_000, deadLetterLimit: 1_000 };

/** Delivery ids that the process remembers. */
const MEMORY = { remembered: 10_000 };

/**
 * The queue's prefix in Redis, and for how many milliseconds a bot may be silent until another one takes over its jobs.
 */
export const REDIS_QUEUE = { prefix: "loopwright", lease: BOT_LEASE };

/** The prefix in Redis of the jobs that run ahead of their turn. */
export const REDIS_QUEUE_AHEAD = { ...REDIS_QUEUE, prefix: "loopwright-ahead" };

/**
 * Opens it: one queue for each issue, and beside it one for jobs that cannot wait, with as many workers again. Throws
 * `Failure("queue")` when Redis cannot be reached.
 */
export async function openQueue(
  url: string | null,
  given: Pick<QueueOptions, "work" | "tell" | "hide">,
  log: Log,
): Promise<Queue> {
  // The next poll asks again, so a poll job that failed is not kept as a dead letter.
  const options = { ...QUEUE_BOUNDS, ...given, keepsDeadLetter: (job: Job) => !isPollJob(job) };
  if (url === null)
    return queueWithLanes(inProcessQueue({ ...options, ...MEMORY }), inProcessQueue({ ...options, ...MEMORY }));
  // Imported only where it is used: it is larger than the rest of the bot.
  const { redisQueue } = await import("#adapters/queue/redis-queue.ts");
  const open = (place: typeof REDIS_QUEUE): Promise<Queue> =>
    redisQueue(options, { ...place, url, read: readJob, log });
  return queueWithLanes(await open(REDIS_QUEUE), await open(REDIS_QUEUE_AHEAD));
}
