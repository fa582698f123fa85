/**
 * Gives one turn to each key that has jobs: a turn is a job of BullMQ. BullMQ hands it to one bot, under a lock that
 * the bot renews; when the bot dies, the lock expires and another bot gets the turn.
 */
import { Queue, type Job as Turn, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { Interrupted } from "#ports/failure.ts";
import { batched } from "./batch.ts";
import { askRedis } from "./connect.ts";

const NAME = "turns";

/**
 * Milliseconds for which turns are collected and given together: too short to notice, and a call of BullMQ costs as
 * much as several webhooks.
 */
const TOGETHER = 25;

/** Milliseconds: `pause` before the second try; `lease` without renewal until another bot gets the turn. */
export interface TurnOptions {
  readonly prefix: string;
  readonly tries: number;
  readonly pause: number;
  readonly lease: number;
}

export interface Turns {
  /** Gives the key a turn that begins later than now. Idempotent while one waits. Throws `Failure("queue")`. */
  give(key: string): Promise<void>;
  close(): Promise<void>;
}

export function turnsOver(redis: Redis, { prefix, tries, pause }: TurnOptions): Turns {
  const queue = new Queue<{ key: string }>(NAME, { connection: redis, prefix, streams: { events: { maxLen: 100 } } });
  // The connection logs its errors itself (`connect.ts`).
  queue.on("error", () => undefined);
  const options = {
    attempts: tries,
    backoff: { type: "exponential", delay: pause },
    removeOnComplete: true,
    removeOnFail: true,
  } as const;
  // A turn that is given during another one comes after it, never beside it.
  const turnOf = (key: string) => ({
    name: "turn",
    data: { key },
    opts: { ...options, deduplication: { id: key, keepLastIfActive: true } },
  });
  const giveAll = async (keys: readonly string[]): Promise<readonly true[]> => {
    await askRedis("give a turn", queue.addBulk(keys.map(turnOf)));
    return keys.map(() => true);
  };
  const give = batched(giveAll, TOGETHER);
  return {
    give: async (key) => void (await give(key)),
    close: () => queue.close(),
  };
}

/**
 * Works at one turn. `tries`: how often it was tried, this time included; `losses`: how many bots lost it before. When
 * it throws, the turn is tried again; after `Interrupted` at once, without counting as a try.
 */
export type TakeTurn = (key: string, tries: number, losses: number) => Promise<void>;

/** Begins to take turns. `close` of the worker resolves when the turns at work are over. */
export function turnWorker(
  redis: Redis,
  take: TakeTurn,
  { prefix, lease, sideBySide }: TurnOptions & { readonly sideBySide: number },
): Worker {
  const handle = async (turn: Turn<{ key: string }>, token?: string): Promise<void> => {
    try {
      await take(turn.data.key, turn.attemptsMade + 1, turn.stalledCounter);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await turn.moveToWait(token);
      throw new WaitingError();
    }
  };
  const worker = new Worker<{ key: string }>(NAME, handle, {
    connection: redis,
    prefix,
    concurrency: sideBySide,
    lockDuration: lease,
    stalledInterval: lease,
    // `takeOf` counts the losses itself: BullMQ would drop a turn before we could keep a dead letter.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  });
  worker.on("error", () => undefined);
  return worker;
}
