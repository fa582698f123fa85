/** The door to Redis: a connection that says at once when Redis is away, and one that waits for it. */
import { Redis } from "ioredis";
import { messageOf } from "#core/values/message-of.ts";
import { Failure } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";

/** Milliseconds: GitHub waits ten seconds for an answer to a webhook, which may stand behind one other question to Redis. */
const PATIENCE = 4_000;

export interface RedisConnections {
  /** For whoever waits for an answer: each command fails at once while there is no Redis. */
  readonly quick: Redis;
  /** For workers, which wait until Redis is there again. */
  readonly waiting: () => Redis;
  readonly close: () => Promise<void>;
}

/** Connects. Throws `Failure("queue")` when Redis cannot be reached; the address in it is without its password. */
export async function connectRedis(url: string, log: Log): Promise<RedisConnections> {
  const options = { lazyConnect: true, connectTimeout: PATIENCE };
  const fast = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: PATIENCE };
  const quick = new Redis(url, { ...options, ...fast });
  const all = [quick];
  for (const one of all) listen(one, url, log);
  try {
    await quick.connect();
  } catch (cause) {
    quick.disconnect();
    throw new Failure("queue", `Redis at ${withoutCredentials(url)} cannot be reached: see REDIS_URL`, { retryable: true, cause });
  }
  return {
    quick,
    waiting: () => {
      const redis = new Redis(url, { ...options, maxRetriesPerRequest: null });
      listen(redis, url, log);
      all.push(redis);
      return redis;
    },
    close: async () => {
      for (const redis of all) redis.disconnect();
    },
  };
}

/** An event of this name that nobody hears would end the process. It comes with each try to connect: what counts is said once. */
function listen(redis: Redis, url: string, log: Log): void {
  let away = false;
  redis.on("error", (error: Error) => {
    if (!away) log.warn(`Redis at ${withoutCredentials(url)}: ${error.message}`);
    away = true;
  });
  redis.on("ready", () => {
    away = false;
  });
}

/** The address without name and password. */
export function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Throws what Redis answers as `Failure("queue")`. */
export async function askRedis<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const why = messageOf(cause);
    throw new Failure("queue", `Redis could not ${what}: ${why}`, { retryable: true, cause });
  }
}
