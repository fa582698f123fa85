/** A law that every queue keeps, and what the laws share: a queue that has become empty, a GitHub that is down. */
import { Failure } from "#ports/failure.ts";
import { type Bench, type Given, until } from "./queue-stage.ts";

/** Opens an empty queue. `rounds`: how many random lines of jobs are tried. */
export interface QueueHarness {
  readonly open: (given: Given) => Promise<Bench>;
  readonly rounds: number;
}

export interface QueueLaw {
  readonly law: string;
  readonly holds: (harness: QueueHarness) => Promise<void>;
}

/** Waits until a queue has nothing left to do. */
export const empty = (queue: Bench["queue"]) => until(async () => (await queue.length()) === 0);

/** What a job fails with that may go well the next time. */
export const down = () => new Failure("github", "GitHub is down", { retryable: true });
