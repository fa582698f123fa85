/** The bot's queue: in the process, or over Redis where there is one. */
import { inProcessQueue } from "#adapters/queue/in-process.ts";
import { queueWithLanes } from "#adapters/queue/lanes.ts";
import { BOT_LEASE } from "#core/config/poll-intervals.ts";
import type { Log } from "#ports/log.ts";
import type { Job, Queue, QueueOptions } from "#ports/queue.ts";
import { isPollJob } from "./job.ts";
import { readJob } from "./read-job.ts";

/** Issues that are at work at one time, jobs of one issue that wait, vital ones of one person among them, tries of a job with the first pause between them in milliseconds, and dead jobs. */
export const QUEUE_BOUNDS = { sideBySide: 4, waiting: 20, ofOne: 3, tries: 5, pause: 1_000, deadLetterLimit: 1_000 };

/** Deliveries that the process remembers. */
const MEMORY = { remembered: 10_000 };

/** Where the queue lies in Redis, and for how many milliseconds a bot may give no sign of life until another one does what it had in hand. */
export const REDIS_QUEUE = { prefix: "loopwright", lease: BOT_LEASE };

/** Where that lies in Redis which does not wait for its turn. */
export const REDIS_QUEUE_AHEAD = { ...REDIS_QUEUE, prefix: "loopwright-ahead" };

/** Opens it: a line for each issue, and beside it one for what cannot wait, with as many hands again. Throws `Failure("queue")` when Redis cannot be reached. */
export async function openQueue(url: string | null, given: Pick<QueueOptions, "work" | "tell" | "hide">, log: Log): Promise<Queue> {
  // The next round looks again; whoever replayed an old look would ask for nothing more.
  const options = { ...QUEUE_BOUNDS, ...given, keepsDeadLetter: (job: Job) => !isPollJob(job) };
  if (url === null) return queueWithLanes(inProcessQueue({ ...options, ...MEMORY }), inProcessQueue({ ...options, ...MEMORY }));
  // Read only where it is used: it is larger than all the rest of the bot.
  const { redisQueue } = await import("#adapters/queue/redis-queue.ts");
  const open = (place: typeof REDIS_QUEUE): Promise<Queue> => redisQueue(options, { ...place, url, read: readJob, log });
  return queueWithLanes(await open(REDIS_QUEUE), await open(REDIS_QUEUE_AHEAD));
}
