/** The lines of jobs in Redis. What belongs together happens in one step (`scripts.ts`). All may throw `Failure("queue")`. */
import type { Redis } from "ioredis";
import type { DeadLetter, Job } from "#ports/queue.ts";
import { asked } from "./connect.ts";
import { gathered } from "./gather.ts";
import { scriptOf } from "./script.ts";
import { DISCARD, FIRST, LEAVE, PUT, REPLAY } from "./scripts.ts";
import { entryOf, type First, firstOf, graveIn, type Read, shownGrave, startOf, textOf } from "./texts.ts";

/** Seconds that a delivery is remembered: GitHub lets a webhook be sent again for three days. */
const REMEMBERED = 4 * 24 * 3_600;

/** `waiting`: most jobs of a key that may wait, of each kind; `ofOne`: most vital ones of them that one person asked for; `deadLetterLimit`: most dead letters. */
export interface StoreOptions {
  readonly prefix: string;
  readonly read: Read;
  readonly waiting: number;
  readonly ofOne: number;
  readonly deadLetterLimit: number;
}

/** `left`: jobs in the line; -1 when the job was gone. `gone`: dead letters that were too many. */
export interface Leaving {
  readonly left: number;
  readonly gone: readonly DeadLetter[];
}

export interface Store {
  /** Gives the length of the job's line. Jobs that are put at one moment go to Redis together. */
  put(job: Job): Promise<number | "doubled" | "full">;
  /** What has the turn; null when nothing waits. */
  first(key: string): Promise<First | null>;
  /** Takes it out of its line, to its grave where it has one. */
  leave(first: First, grave: DeadLetter | null): Promise<Leaving>;
  dead(): Promise<readonly DeadLetter[]>;
  /** The key of a dead job that waits again; null when there is none. Throws an `Error` for a grave that cannot be read. */
  replay(delivery: string): Promise<string | null>;
  /** False when none of this delivery is dead. */
  discard(delivery: string): Promise<boolean>;
  /** All keys with jobs. */
  keys(): Promise<readonly string[]>;
  length(): Promise<number>;
}

export function storeOf(redis: Redis, { prefix, read, waiting, ofOne, deadLetterLimit: most }: StoreOptions): Store {
  const name = (...parts: readonly string[]) => [prefix, ...parts].join(":");
  const [lines, jobs, deadLetters, diedAt] = [name("lines"), name("jobs"), name("dead"), name("died")];
  const lineOf = (key: string) => name("line", key);
  const seenOf = (delivery: string) => name("seen", delivery);
  const namesOf = ({ key, delivery }: Job) => [lineOf(key), lines, jobs, deadLetters, diedAt, seenOf(delivery)];
  const callPut = scriptOf(redis, PUT);
  const callFirst = scriptOf(redis, FIRST);
  const callLeave = scriptOf(redis, LEAVE);
  const callReplay = scriptOf(redis, REPLAY);
  const callDiscard = scriptOf(redis, DISCARD);
  const putAll = async (all: readonly Job[]) => {
    const keys = [lines, jobs, deadLetters, diedAt, ...all.flatMap(({ key, delivery }) => [lineOf(key), seenOf(delivery)])];
    const asWritten = (job: Job) => [entryOf(job), job.delivery, job.key, textOf(job), startOf(job)];
    const args = [waiting, ofOne, REMEMBERED, ...all.flatMap(asWritten)];
    const answer = await asked("keep a job", callPut({ keys, args }));
    return Array.isArray(answer) ? answer.map((one) => (one === "doubled" || one === "full" ? one : Number(one))) : [];
  };
  return {
    put: gathered(putAll, 0),
    first: async (key) => {
      const answer = await asked("give a job", callFirst({ keys: [lineOf(key), jobs], args: [] }));
      const [entry, text] = Array.isArray(answer) ? answer : [];
      return typeof entry === "string" ? firstOf(key, entry, typeof text === "string" ? text : null, read) : null;
    },
    leave: async ({ entry, job }, grave) => {
      const args = [entry, job.delivery, job.key, grave === null ? "" : JSON.stringify(grave), most];
      return leavingIn(await asked("take a job out", callLeave({ keys: namesOf(job), args })), read);
    },
    dead: async () => {
      const all = await asked("list the dead", redis.hgetall(deadLetters));
      return Object.entries(all)
        .map(([delivery, text]) => shownGrave(delivery, text, read))
        .sort((a, b) => a.at - b.at);
    },
    replay: async (delivery) => {
      const text = await asked("find a dead job", redis.hget(deadLetters, delivery));
      if (text === null) return null;
      const { job } = graveIn(text, read);
      const args = [entryOf(job), delivery, job.key, textOf(job), REMEMBERED];
      const length = await asked("replay a job", callReplay({ keys: namesOf(job), args }));
      return length === 0 ? null : job.key;
    },
    discard: async (delivery) => (await asked("discard a dead job", callDiscard({ keys: [deadLetters, diedAt], args: [delivery] }))) === 1,
    keys: () => asked("list the lines", redis.smembers(lines)),
    length: () => asked("count the jobs", redis.hlen(jobs)),
  };
}

function leavingIn(answer: unknown, read: Read): Leaving {
  const [left, ...pairs] = Array.isArray(answer) ? answer.map(String) : [];
  const gone = pairs.flatMap((delivery, at) => (at % 2 === 0 ? [shownGrave(delivery, pairs[at + 1] ?? "", read)] : []));
  return { left: Number(left), gone };
}
