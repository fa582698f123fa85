/** What the laws of queues work with: jobs, work that ends when it is told to, and a look at what was done. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue, QueueEvent, QueueOptions } from "#ports/queue.ts";

/** A process with a queue, and what happened in it. */
export interface Bench {
  readonly queue: Queue;
  readonly news: readonly QueueEvent[];
  /** `kind delivery`, without what ended well. */
  readonly troubles: () => readonly string[];
}

/** What a law gives of the options. */
export type Given = Partial<QueueOptions> & Pick<QueueOptions, "work">;

/** Options for tests, and a list of what is told. `pause`: one millisecond, so that nobody waits. */
export async function benchOf(given: Given, open: (options: QueueOptions) => Queue | Promise<Queue>): Promise<Bench> {
  const news: QueueEvent[] = [];
  const queue = await open({
    sideBySide: 2,
    waiting: 3,
    ofOne: 3,
    tries: 3,
    pause: 1,
    deadLetterLimit: 1_000,
    keepsDeadLetter: () => true,
    hide: (text) => text,
    ...given,
    tell: (one) => void news.push(one),
  });
  const troubles = () => news.flatMap(({ kind, job }) => (kind === "done" ? [] : [`${kind} ${job.delivery}`]));
  return { queue, news, troubles };
}

/** A job of a key; its delivery is its name. */
export function aJob(key: string, delivery: string, vital = false): Job {
  return { key, delivery, vital, event: "issue_comment.created", payload: { comment: { body: `/stop ${delivery}`, parts: [1, null] } } };
}

/** A vital job that somebody asked for. */
export function ofSomebody(from: string, delivery: string): Job {
  return { ...aJob("a", delivery, true), from };
}

/** Notes each job, in order of their ends. */
export function noting(done: string[]): (job: Job) => Promise<void> {
  return async ({ delivery }) => void done.push(delivery);
}

/** Work that waits for its word. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function aGate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Resolves when it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(2);
}
