/** The dead letters of all bots that share one Redis. */
import type { DeadLetters } from "./lanes.ts";
import { closeLines, linesAt, type RedisLineOptions, type RedisLines, type RedisPlace } from "./redis-lines.ts";

/**
 * The dead letters of all bots, for a person to see. Does no job. Throws `Failure("queue")` when Redis cannot be
 * reached.
 */
export async function redisDeadLetters(place: RedisPlace, options: RedisLineOptions): Promise<DeadLetters> {
  const lines = await linesAt(place, options);
  return { ...deadLettersIn(lines), close: () => closeLines(lines) };
}

/** The dead letters of a queue that is open already; the caller closes it. */
export function deadLettersIn(lines: RedisLines): Omit<DeadLetters, "close"> {
  const { dead, discard } = lines.store;
  return { deadLetters: dead, discard, replay: (delivery) => replay(delivery, lines) };
}

async function replay(delivery: string, { store, turns }: RedisLines): Promise<boolean> {
  const key = await store.replay(delivery);
  if (key !== null) await turns.give(key);
  return key !== null;
}
