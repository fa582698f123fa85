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

export interface RedisLines {
  readonly redis: RedisConnections;
  readonly store: JobStore;
  readonly turns: Turns;
}

export type RedisLineOptions = Pick<QueueOptions, "tries" | "pause" | "waiting" | "ofOne" | "deadLetterLimit">;

export async function linesAt(place: RedisPlace, options: RedisLineOptions): Promise<RedisLines> {
  const both = { ...options, ...place };
  const redis = await connectRedis(place.url, place.log);
  return { redis, store: jobStoreOf(redis.quick, both), turns: turnsOver(redis.quick, both) };
}

export async function giveMissingTurns({ store, turns }: RedisLines): Promise<void> {
  for (const key of await store.keys()) await turns.give(key);
}

export async function closeLines({ turns, redis }: RedisLines): Promise<void> {
  await turns.close();
  await redis.close();
}
