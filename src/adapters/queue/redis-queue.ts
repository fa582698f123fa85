/**
 * The port `Queue` over Redis, for several bots: waiting jobs are in Redis, and another bot does the jobs of a bot that
 * died, in their order.
 */
import type { RedisConnections } from "#adapters/queue/redis/connect.ts";
import type { JobStore } from "#adapters/queue/redis/job-store.ts";
import { turnWorker } from "#adapters/queue/redis/turns.ts";
import { messageOf } from "#core/values/message-of.ts";
import type { Job, PutResult, Queue, QueueOptions } from "#ports/queue.ts";
import { lineFullMessage } from "./queue-capacity.ts";
import { deadLettersIn } from "./redis-dead-letters.ts";
import { closeLines, giveMissingTurns, linesAt, type RedisPlace } from "./redis-lines.ts";
import { takeOf } from "./redis-take.ts";

/**
 * Milliseconds between searches for keys with jobs and no turn: a bot died after it put a job and before it gave the
 * turn.
 */
const SEARCH_EVERY = 30_000;

/** Connects and begins to work. Throws `Failure("queue")` when Redis cannot be reached. */
export async function redisQueue(options: QueueOptions, place: RedisPlace): Promise<Queue> {
  const lines = await linesAt(place, options);
  const { store, redis } = lines;
  const worker = turnWorker(redis.waiting(), takeOf(lines, options), { ...options, ...place });
  const giving = new Set<Promise<void>>();
  const giveLater = (key: string): void => {
    const given = lines.turns
      .give(key)
      .catch((error) => place.log.warn(`${key} waits for the next look at the queue: ${messageOf(error)}`));
    giving.add(given);
    void given.then(() => giving.delete(given));
  };
  const search = () =>
    void giveMissingTurns(lines).catch((error) =>
      place.log.warn(`the queue was not looked after: ${messageOf(error)}`),
    );
  const searching = setInterval(search, SEARCH_EVERY);
  search();
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    clearInterval(searching);
    await Promise.all([worker.close(), ...giving]);
    await closeLines(lines);
  };
  return {
    put: (job) => (closing === null ? put(job, store, options, giveLater) : refuse(job, "closed", options)),
    ready: async () => closing === null && !worker.isPaused() && (await answers(redis)),
    length: store.length,
    ...deadLettersIn(lines),
    drain: () => worker.pause(),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

async function put(
  job: Job,
  store: JobStore,
  options: QueueOptions,
  giveLater: (key: string) => void,
): Promise<PutResult> {
  const length = await store.put(job);
  if (length === "full") return refuse(job, "full", options);
  if (length === "doubled") return "doubled";
  // Redis has the job, so the caller need not wait. A job behind others gets its turn after them.
  if (length === 1) giveLater(job.key);
  return "taken";
}

async function refuse(job: Job, why: "full" | "closed", options: QueueOptions): Promise<PutResult> {
  const what = why === "full" ? lineFullMessage(job, options) : "the bot is being stopped";
  options.tell({ job, kind: "lost", what: `not taken: ${what}` });
  return why;
}

async function answers({ quick }: RedisConnections): Promise<boolean> {
  return quick.ping().then(
    () => true,
    () => false,
  );
}
