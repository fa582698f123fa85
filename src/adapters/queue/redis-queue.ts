/** The queue over Redis, for several bots side by side: what waits is in Redis, and what a bot had in hand when it died is done by another one, in its order. */
import { connectRedis, type RedisConnections } from "#adapters/queue/redis/connect.ts";
import { type JobStore, jobStoreOf } from "#adapters/queue/redis/job-store.ts";
import type { FirstJob } from "#adapters/queue/redis/job-texts.ts";
import { type TakeTurn, type Turns, turnsOver, turnWorker } from "#adapters/queue/redis/turns.ts";
import { messageOf } from "#core/values/message-of.ts";
import { Failure } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";
import type { Job, PutResult, Queue, QueueEvent, QueueOptions } from "#ports/queue.ts";
import { attemptJob, deadLetterFor, droppedDeadLetterEvent, errorForRetry, jobEndOf } from "./attempt-job.ts";
import type { DeadLetters } from "./lanes.ts";
import { lineFullMessage } from "./queue-capacity.ts";

/** Where the queue lies. `url`: `redis://` or `rediss://`; `prefix`: of all names; `lease`: milliseconds without a sign of life until another bot takes over. */
export interface RedisPlace {
  readonly url: string;
  readonly prefix: string;
  readonly lease: number;
  /** A job from its text. Throws an `Error` for another shape. */
  readonly read: (text: string) => Job;
  readonly log: Log;
}

/** Milliseconds between looks for lines that nobody has a turn for: whoever put a job there died in between. */
const LOOK_EVERY = 30_000;

/** How often a job may lose its bot before it counts as what kills bots. */
const LOSSES = 3;

interface Lines {
  readonly redis: RedisConnections;
  readonly store: JobStore;
  readonly turns: Turns;
}

type Options = Pick<QueueOptions, "tries" | "pause" | "waiting" | "ofOne" | "deadLetterLimit">;

async function linesAt(place: RedisPlace, options: Options): Promise<Lines> {
  const both = { ...options, ...place };
  const redis = await connectRedis(place.url, place.log);
  return { redis, store: jobStoreOf(redis.quick, both), turns: turnsOver(redis.quick, both) };
}

/** The dead of all bots, for a person to see. Does no work. Throws `Failure("queue")` when Redis cannot be reached. */
export async function redisDeadLetters(place: RedisPlace, options: Options): Promise<DeadLetters> {
  const lines = await linesAt(place, options);
  return { ...gravesIn(lines), close: () => part(lines) };
}

function gravesIn(lines: Lines): Omit<DeadLetters, "close"> {
  const { dead, discard } = lines.store;
  return { deadLetters: dead, discard, replay: (delivery) => replay(delivery, lines) };
}

/** Begins to work. Throws `Failure("queue")` when Redis cannot be reached. */
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
  const look = () => void lookAfter(lines).catch((error) => place.log.warn(`the queue was not looked after: ${messageOf(error)}`));
  const looking = setInterval(look, LOOK_EVERY);
  look();
  let closing: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    clearInterval(looking);
    await Promise.all([worker.close(), ...giving]);
    await part(lines);
  };
  return {
    put: (job) => (closing === null ? put(job, store, options, giveLater) : refuse(job, "closed", options)),
    ready: async () => closing === null && !worker.isPaused() && (await answers(redis)),
    length: store.length,
    ...gravesIn(lines),
    drain: () => worker.pause(),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

async function put(job: Job, store: JobStore, options: QueueOptions, giveLater: (key: string) => void): Promise<PutResult> {
  const length = await store.put(job);
  if (length === "full") return refuse(job, "full", options);
  if (length === "doubled") return "doubled";
  // It is kept, and nobody waits for the rest. Behind others it comes to its turn after them.
  if (length === 1) giveLater(job.key);
  return "taken";
}

async function refuse(job: Job, why: "full" | "closed", options: QueueOptions): Promise<PutResult> {
  const what = why === "full" ? lineFullMessage(job, options) : "the bot is being stopped";
  options.tell({ job, kind: "lost", what: `not taken: ${what}` });
  return why;
}

async function replay(delivery: string, { store, turns }: Lines): Promise<boolean> {
  const key = await store.replay(delivery);
  if (key !== null) await turns.give(key);
  return key !== null;
}

async function lookAfter({ store, turns }: Lines): Promise<void> {
  for (const key of await store.keys()) await turns.give(key);
}

function takeOf({ store, turns }: Lines, options: QueueOptions): TakeTurn {
  return async (key, tries, losses) => {
    const first = await store.first(key);
    if (first === null) return;
    const news = await newsOf(first, losses, tries, options);
    if (news.kind === "again") {
      options.tell(news);
      throw errorForRetry(news);
    }
    const { left, gone } = await store.leave(first, news.kind === "dead" ? deadLetterFor(news, tries, options) : null);
    options.tell(news);
    for (const grave of gone) options.tell(droppedDeadLetterEvent(grave, options));
    if (left > 0) await turns.give(key);
  };
}

async function newsOf({ job, odd }: FirstJob, losses: number, tries: number, options: QueueOptions): Promise<QueueEvent> {
  const strange = odd === null ? null : `what waits in the queue as ${job.delivery} is no job: ${odd}`;
  const why = strange ?? (losses > LOSSES ? `${LOSSES + 1} bots that had it in hand died, or lost Redis` : null);
  if (why !== null) return { ...jobEndOf(job, "given up", options), error: new Failure("queue", why, { retryable: false }) };
  return attemptJob(job, tries, options);
}

async function answers({ quick }: RedisConnections): Promise<boolean> {
  return quick.ping().then(
    () => true,
    () => false,
  );
}

async function part({ turns, redis }: Lines): Promise<void> {
  await turns.close();
  await redis.close();
}
