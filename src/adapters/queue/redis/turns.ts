/**
 * Who may work at a key: one turn for each key that has jobs, and a turn is a job of BullMQ's. BullMQ hands it to one bot, under a lock that the bot
 * renews; when the bot dies the lock ends, and the turn goes to another bot.
 */
import { Queue, type Job as Turn, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { Interrupted } from "#ports/failure.ts";
import { batched } from "./batch.ts";
import { askRedis } from "./connect.ts";

const NAME = "turns";

/** Milliseconds in which turns that are asked for are given together: nobody feels them, and each call of BullMQ's costs as much as several webhooks. */
const TOGETHER = 25;

/** Milliseconds: `pause` before the second try; `lease` without a sign of life until a turn goes to another bot. */
export interface TurnOptions {
  readonly prefix: string;
  readonly tries: number;
  readonly pause: number;
  readonly lease: number;
}

export interface Turns {
  /** Sees to it that the key gets a turn that begins after now. Idempotent while one waits. Throws `Failure("queue")`. */
  give(key: string): Promise<void>;
  close(): Promise<void>;
}

export function turnsOver(redis: Redis, { prefix, tries, pause }: TurnOptions): Turns {
  const queue = new Queue<{ key: string }>(NAME, { connection: redis, prefix, streams: { events: { maxLen: 100 } } });
  // The connection tells its troubles itself.
  queue.on("error", () => undefined);
  const options = { attempts: tries, backoff: { type: "exponential", delay: pause }, removeOnComplete: true, removeOnFail: true } as const;
  // A turn that is asked for during one comes after it, and never beside it.
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

/** One turn. `tries`: how often, this time included; `losses`: how many bots lost it before. What it throws has the turn tried again; `Interrupted` at once, and at the cost of no try. */
export type TakeTurn = (key: string, tries: number, losses: number) => Promise<void>;

/** Begins to take turns. `close` of the worker resolves when those in hand are over. */
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
    // We count them ourselves: what BullMQ gives up, it gives up before we could write it down.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  });
  worker.on("error", () => undefined);
  return worker;
}
