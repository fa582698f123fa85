/**
 * Joins two queues into one: jobs that cannot wait have a queue and workers of their own, so that no job of minutes
 * delays them.
 */
import type { Job, Queue } from "#ports/queue.ts";

/** The part of a queue that a person needs to see its dead letters. */
export type DeadLetters = Pick<Queue, "deadLetters" | "replay" | "discard" | "close">;

/** `turns` works in order, `ahead` takes the jobs that are marked so. Both are open; closing this queue closes both. */
export function queueWithLanes(turns: Queue, ahead: Queue): Queue {
  const both = [turns, ahead] as const;
  return {
    ...deadLettersOf(both),
    put: (job: Job) => (job.ahead === true ? ahead : turns).put(job),
    ready: async () => (await Promise.all(both.map((queue) => queue.ready()))).every((isReady) => isReady),
    length: async () =>
      (await Promise.all(both.map((queue) => queue.length()))).reduce((sum, length) => sum + length, 0),
    drain: async () => void (await Promise.all(both.map((queue) => queue.drain()))),
  };
}

/** The dead letters of several queues together, the oldest first. */
export function deadLettersOf(queues: readonly DeadLetters[]): DeadLetters {
  return {
    deadLetters: async () =>
      (await Promise.all(queues.map((queue) => queue.deadLetters()))).flat().sort((a, b) => a.at - b.at),
    replay: (delivery) => inAny(queues, (queue) => queue.replay(delivery)),
    discard: (delivery) => inAny(queues, (queue) => queue.discard(delivery)),
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  };
}

/** Tries one queue after the other until one of them has done it. */
async function inAny(queues: readonly DeadLetters[], act: (queue: DeadLetters) => Promise<boolean>): Promise<boolean> {
  for (const queue of queues) if (await act(queue)) return true;
  return false;
}
