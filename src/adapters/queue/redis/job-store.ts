/**
 * Stores the waiting jobs and dead letters in Redis. A script makes each change in one step (`scripts.ts`). All
 * functions may throw `Failure("queue")`.
 */
import type { Redis } from "ioredis";
import type { DeadLetter, Job } from "#ports/queue.ts";
import { batched } from "./batch.ts";
import { scriptOf } from "./call-script.ts";
import { askRedis } from "./connect.ts";
import {
  deadLetterForList,
  type FirstJob,
  firstJobOf,
  jobTextOf,
  jobTextPrefixOf,
  lineEntryOf,
  parseDeadLetter,
  type ReadJob,
} from "./job-texts.ts";
import { DISCARD_SCRIPT, FIRST_SCRIPT, LEAVE_SCRIPT, PUT_SCRIPT, REPLAY_SCRIPT } from "./scripts.ts";

/**
 * Seconds that a delivery is remembered: GitHub can redeliver a webhook for three days.
 * https://docs.github.com/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks
 */
const REMEMBERED = 4 * 24 * 3_600;

/**
 * `waiting`: most jobs of a key that may wait, of each kind; `ofOne`: most vital jobs among them of one person;
 * `deadLetterLimit`: most dead letters.
 */
export interface JobStoreOptions {
  readonly prefix: string;
  readonly read: ReadJob;
  readonly waiting: number;
  readonly ofOne: number;
  readonly deadLetterLimit: number;
}

/**
 * `left`: jobs in the line; -1 when the job was gone. `gone`: dead letters that were dropped because there were too
 * many.
 */
export interface JobRemoval {
  readonly left: number;
  readonly gone: readonly DeadLetter[];
}

export interface JobStore {
  /** Returns the length of the job's line. Jobs that are put at the same moment go to Redis together. */
  put(job: Job): Promise<number | "doubled" | "full">;
  /** The first job of a key; null when none waits. */
  first(key: string): Promise<FirstJob | null>;
  /** Takes the job out of its line, and keeps its dead letter where there is one. */
  leave(first: FirstJob, letter: DeadLetter | null): Promise<JobRemoval>;
  dead(): Promise<readonly DeadLetter[]>;
  /**
   * Puts the job of a dead letter into its line again, and returns its key; null when there is no such letter. Throws
   * an `Error` for a letter that cannot be read.
   */
  replay(delivery: string): Promise<string | null>;
  /** Deletes a dead letter. False when there is none of this delivery. */
  discard(delivery: string): Promise<boolean>;
  /** All keys with jobs. */
  keys(): Promise<readonly string[]>;
  length(): Promise<number>;
}

export function jobStoreOf(
  redis: Redis,
  { prefix, read, waiting, ofOne, deadLetterLimit: most }: JobStoreOptions,
): JobStore {
  const name = (...parts: readonly string[]) => [prefix, ...parts].join(":");
  const [lines, jobs, deadLetters, diedAt] = [name("lines"), name("jobs"), name("dead"), name("died")];
  const lineOf = (key: string) => name("line", key);
  const seenOf = (delivery: string) => name("seen", delivery);
  const namesOf = ({ key, delivery }: Job) => [lineOf(key), lines, jobs, deadLetters, diedAt, seenOf(delivery)];
  const callPut = scriptOf(redis, PUT_SCRIPT);
  const callFirst = scriptOf(redis, FIRST_SCRIPT);
  const callLeave = scriptOf(redis, LEAVE_SCRIPT);
  const callReplay = scriptOf(redis, REPLAY_SCRIPT);
  const callDiscard = scriptOf(redis, DISCARD_SCRIPT);
  const putAll = async (all: readonly Job[]) => {
    const keys = [
      lines,
      jobs,
      deadLetters,
      diedAt,
      ...all.flatMap(({ key, delivery }) => [lineOf(key), seenOf(delivery)]),
    ];
    const asWritten = (job: Job) => [lineEntryOf(job), job.delivery, job.key, jobTextOf(job), jobTextPrefixOf(job)];
    const args = [waiting, ofOne, REMEMBERED, ...all.flatMap(asWritten)];
    const answer = await askRedis("keep a job", callPut({ keys, args }));
    return Array.isArray(answer) ? answer.map((one) => (one === "doubled" || one === "full" ? one : Number(one))) : [];
  };
  return {
    put: batched(putAll, 0),
    first: async (key) => {
      const answer = await askRedis("give a job", callFirst({ keys: [lineOf(key), jobs], args: [] }));
      const [entry, text] = Array.isArray(answer) ? answer : [];
      return typeof entry === "string" ? firstJobOf(key, entry, typeof text === "string" ? text : null, read) : null;
    },
    leave: async ({ entry, job }, letter) => {
      const args = [entry, job.delivery, job.key, letter === null ? "" : JSON.stringify(letter), most];
      return leavingIn(await askRedis("take a job out", callLeave({ keys: namesOf(job), args })), read);
    },
    dead: async () => {
      const all = await askRedis("list the dead", redis.hgetall(deadLetters));
      return Object.entries(all)
        .map(([delivery, text]) => deadLetterForList(delivery, text, read))
        .sort((a, b) => a.at - b.at);
    },
    replay: async (delivery) => {
      const text = await askRedis("find a dead job", redis.hget(deadLetters, delivery));
      if (text === null) return null;
      const { job } = parseDeadLetter(text, read);
      const args = [lineEntryOf(job), delivery, job.key, jobTextOf(job), REMEMBERED];
      const length = await askRedis("replay a job", callReplay({ keys: namesOf(job), args }));
      return length === 0 ? null : job.key;
    },
    discard: async (delivery) =>
      (await askRedis("discard a dead job", callDiscard({ keys: [deadLetters, diedAt], args: [delivery] }))) === 1,
    keys: () => askRedis("list the lines", redis.smembers(lines)),
    length: () => askRedis("count the jobs", redis.hlen(jobs)),
  };
}

function leavingIn(answer: unknown, read: ReadJob): JobRemoval {
  const [left, ...pairs] = Array.isArray(answer) ? answer.map(String) : [];
  const gone = pairs.flatMap((delivery, at) =>
    at % 2 === 0 ? [deadLetterForList(delivery, pairs[at + 1] ?? "", read)] : [],
  );
  return { left: Number(left), gone };
}
