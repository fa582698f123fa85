/** What all queues do alike: try a job once, and say what is to be done about how that went. */

import { messageOf } from "#core/message-of.ts";
import { Failure } from "#ports/failure.ts";
import type { DeadJob, Job, News, QueueOptions } from "#ports/queue.ts";

/** Tries a job for the `tries`-th time. Never throws: whatever is thrown is in the news. */
export async function attempt(job: Job, tries: number, { work, tries: most }: Pick<QueueOptions, "work" | "tries">): Promise<News> {
  const began = performance.now();
  try {
    await work(job);
    return { job, kind: "done", what: "done", ms: performance.now() - began };
  } catch (error) {
    const again = error instanceof Failure && error.retryable && tries < most;
    const what = again ? `failed, and is tried again (try ${tries} of ${most})` : "failed";
    return { job, kind: again ? "again" : "dead", what, error, ms: performance.now() - began };
  }
}

/** Milliseconds before the next try. */
export function pauseAfter(tries: number, { pause }: Pick<QueueOptions, "pause">): number {
  return pause * 2 ** (tries - 1);
}

/** What is kept of a job that is given up now, for a person to see. */
export function graveFor({ job, error }: News, tries: number, { hide }: Pick<QueueOptions, "hide">): DeadJob {
  return { job, at: Date.now(), tries, why: hide(messageOf(error)) };
}
