/** Opens connections to Redis: one that fails at once when Redis is away, and others that wait for it. */
import { Redis } from "ioredis";
import { messageOf } from "#core/values/message-of.ts";
import { Failure } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";

/** Milliseconds. GitHub waits ten seconds for the answer to a webhook, which may queue behind one other command. */
const PATIENCE = 4_000;

export interface RedisConnections {
  /** For callers that wait for an answer: each command fails at once while Redis is away. */
  readonly quick: Redis;
  /** For workers, which wait until Redis is there again. */
  readonly waiting: () => Redis;
  readonly close: () => Promise<void>;
}

/**
 * Connects. Throws `Failure("queue")` when Redis cannot be reached; the message has the address without its password.
 */
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
    throw new Failure("queue", `Redis at ${withoutCredentials(url)} cannot be reached: see REDIS_URL`, {
      retryable: true,
      cause,
    });
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

/**
 * Logs errors of a connection. An `error` event without a listener would end the process. It comes with each attempt to
 * connect, so only the first one is logged.
 */
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

/** Turns a rejection of Redis into `Failure("queue")`. */
export async function askRedis<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const why = messageOf(cause);
    throw new Failure("queue", `Redis could not ${what}: ${why}`, { retryable: true, cause });
  }
}
