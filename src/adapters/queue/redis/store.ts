/** The lines of jobs in Redis. What belongs together happens in one step (`scripts.ts`). All may throw `Failure("queue")`. */
import type { Redis } from "ioredis";
import type { DeadJob, Job } from "#ports/queue.ts";
import { asked } from "./connect.ts";
import { FIRST, LEAVE, PUT, REPLAY } from "./scripts.ts";

/** Seconds that a delivery is remembered: GitHub lets a webhook be sent again for three days. */
const REMEMBERED = 4 * 24 * 3_600;

/** `read`: a job from its text, throws for another shape. */
export interface StoreOptions {
  readonly prefix: string;
  readonly read: (text: string) => Job;
}

export interface Store {
  /** Gives the length of the job's line. */
  put(job: Job, waiting: number): Promise<number | "doubled" | "full">;
  /** The job whose turn it is; null when none waits. Throws an `Error` when it cannot be read. */
  first(key: string): Promise<Job | null>;
  /** Takes a job out of its line, to its grave where it has one. Gives how many are left; -1 when it was gone. */
  leave(job: Job, grave: DeadJob | null): Promise<number>;
  dead(): Promise<readonly DeadJob[]>;
  /** The key of a dead job that waits again; null when there is none. */
  replay(delivery: string): Promise<string | null>;
  /** All keys with jobs. */
  keys(): Promise<readonly string[]>;
  length(): Promise<number>;
}

export function storeOf(redis: Redis, { prefix, read }: StoreOptions): Store {
  const name = (...parts: readonly string[]) => [prefix, ...parts].join(":");
  const namesOf = ({ key, delivery }: Job) => [name("line", key), name("lines"), name("jobs"), name("dead"), name("seen", delivery)];
  const graveOf = (text: string): DeadJob => {
    const { job, ...about } = JSON.parse(text);
    return { ...about, job: read(JSON.stringify(job)) };
  };
  return {
    put: async (job, waiting) => {
      const rest = [entryOf(job), job.delivery, job.key, JSON.stringify(job), waiting, REMEMBERED];
      const answer = await asked("keep a job", redis.eval(PUT, 5, ...namesOf(job), ...rest));
      return answer === "doubled" || answer === "full" ? answer : Number(answer);
    },
    first: async (key) => {
      const answer = await asked("give a job", redis.eval(FIRST, 2, name("line", key), name("jobs")));
      const [entry, text] = Array.isArray(answer) ? answer : [];
      return entry === undefined ? null : read(String(text));
    },
    leave: async (job, grave) => {
      const rest = [entryOf(job), job.delivery, job.key, grave === null ? "" : JSON.stringify(grave)];
      return Number(await asked("take a job out", redis.eval(LEAVE, 5, ...namesOf(job), ...rest)));
    },
    dead: async () => {
      const graves = await asked("list the dead", redis.hvals(name("dead")));
      return graves.map(graveOf).sort((a, b) => a.at - b.at);
    },
    replay: async (delivery) => {
      const text = await asked("find a dead job", redis.hget(name("dead"), delivery));
      if (text === null) return null;
      const { job } = graveOf(text);
      const rest = [entryOf(job), delivery, job.key, JSON.stringify(job), REMEMBERED];
      const length = await asked("replay a job", redis.eval(REPLAY, 5, ...namesOf(job), ...rest));
      return length === 0 ? null : job.key;
    },
    keys: () => asked("list the lines", redis.smembers(name("lines"))),
    length: () => asked("count the jobs", redis.hlen(name("jobs"))),
  };
}

function entryOf({ vital, delivery }: Job): string {
  return `${vital ? "v" : "t"}${delivery}`;
}
