/** Two queues as one: what cannot wait for its turn has lines and hands of its own, so that no work of minutes stands before it. */
import type { Job, Queue } from "#ports/queue.ts";

/** What a person needs to see the dead of a queue. */
export type DeadLetters = Pick<Queue, "deadLetters" | "replay" | "discard" | "close">;

/** `turns` does what comes in order, `ahead` the jobs that are marked so. Both are open; closing this closes both. */
export function queueWithLanes(turns: Queue, ahead: Queue): Queue {
  const both = [turns, ahead] as const;
  return {
    ...deadLettersOf(both),
    put: (job: Job) => (job.ahead === true ? ahead : turns).put(job),
    ready: async () => (await Promise.all(both.map((queue) => queue.ready()))).every((isReady) => isReady),
    length: async () => (await Promise.all(both.map((queue) => queue.length()))).reduce((sum, length) => sum + length, 0),
    drain: async () => void (await Promise.all(both.map((queue) => queue.drain()))),
  };
}

/** The dead of several queues together, the oldest first. */
export function deadLettersOf(queues: readonly DeadLetters[]): DeadLetters {
  return {
    deadLetters: async () => (await Promise.all(queues.map((queue) => queue.deadLetters()))).flat().sort((a, b) => a.at - b.at),
    replay: (delivery) => inAny(queues, (queue) => queue.replay(delivery)),
    discard: (delivery) => inAny(queues, (queue) => queue.discard(delivery)),
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  };
}

/** Tries one after the other until it is done in one of them. */
async function inAny(queues: readonly DeadLetters[], act: (queue: DeadLetters) => Promise<boolean>): Promise<boolean> {
  for (const queue of queues) if (await act(queue)) return true;
  return false;
}
