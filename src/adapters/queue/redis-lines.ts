/** Connects to the jobs and turns of a queue over Redis. */
import { connectRedis, type RedisConnections } from "#adapters/queue/redis/connect.ts";
import { type JobStore, jobStoreOf } from "#adapters/queue/redis/job-store.ts";
import { type Turns, turnsOver } from "#adapters/queue/redis/turns.ts";
import type { Log } from "#ports/log.ts";
import type { Job, QueueOptions } from "#ports/queue.ts";

/**
 * Where the queue is. `url`: `redis://` or `rediss://`; `prefix`: of all names; `lease`: milliseconds without renewal
 * until another bot takes over a job.
 */
export interface RedisPlace {
  readonly url: string;
  readonly prefix: string;
  readonly lease: number;
  /** Parses a job. Throws an `Error` for another shape. */
  readonly read: (text: string) => Job;
  readonly log: Log;
}

/** The connections of one process to a queue, with its jobs and its turns. */
export interface RedisLines {
  readonly redis: RedisConnections;
  readonly store: JobStore;
  readonly turns: Turns;
}

/** The bounds of a queue that its jobs and turns in Redis keep. */
export type RedisLineOptions = Pick<QueueOptions, "tries" | "pause" | "waiting" | "ofOne" | "deadLetterLimit">;

/** Connects to a queue. Throws `Failure("queue")` when Redis cannot be reached. */
export async function linesAt(place: RedisPlace, options: RedisLineOptions): Promise<RedisLines> {
  const both = { ...options, ...place };
  const redis = await connectRedis(place.url, place.log);
  return { redis, store: jobStoreOf(redis.quick, both), turns: turnsOver(redis.quick, both) };
}

/** Gives a turn to each key with jobs: one may be missing after a bot died. Idempotent. Throws `Failure("queue")`. */
export async function giveMissingTurns({ store, turns }: RedisLines): Promise<void> {
  for (const key of await store.keys()) await turns.give(key);
}

/** Closes the turns, then the connections. */
export async function closeLines({ turns, redis }: RedisLines): Promise<void> {
  await turns.close();
  await redis.close();
}
