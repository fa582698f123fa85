/** Tries a job once and decides what happens to it then, for every kind of queue. */
import { messageOf } from "#core/values/message-of.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { DeadLetter, Job, QueueEvent, QueueOptions } from "#ports/queue.ts";

type Kept = Pick<QueueOptions, "keepsDeadLetter">;

/** Tries a job for the `tries`-th time. Never throws: the event that it returns holds the error. */
export async function attemptJob(
  job: Job,
  tries: number,
  options: Pick<QueueOptions, "work" | "tries"> & Kept,
): Promise<QueueEvent> {
  const { work, tries: most } = options;
  const began = performance.now();
  try {
    await work(job);
    return { job, kind: "done", what: "done", ms: performance.now() - began };
  } catch (error) {
    const ms = performance.now() - began;
    if (error instanceof Interrupted)
      return { job, kind: "again", what: "put down, for whoever takes it up", error, ms };
    const again = error instanceof Failure && error.retryable && tries < most;
    if (!again) return { ...jobEndOf(job, "failed", options), error, ms };
    return { job, kind: "again", what: `failed, and is tried again (try ${tries} of ${most})`, error, ms };
  }
}

/**
 * The error that a queue outside this process gets for a job that is tried again. That queue may store it, so it holds
 * nothing of the original error's text.
 */
export function errorForRetry({ what, error }: QueueEvent): Error {
  return error instanceof Interrupted ? new Interrupted(what) : new Error(what);
}

/** The event of a job that is not tried any more. */
export function jobEndOf(job: Job, what: string, { keepsDeadLetter }: Kept): Pick<QueueEvent, "job" | "kind" | "what"> {
  return keepsDeadLetter(job)
    ? { job, kind: "dead", what }
    : { job, kind: "lost", what: `${what}, and is not kept: it comes again by itself` };
}

/** The event of a dead letter that is dropped because too many newer ones exist. */
export function droppedDeadLetterEvent(
  { job }: DeadLetter,
  { deadLetterLimit }: Pick<QueueOptions, "deadLetterLimit">,
): QueueEvent {
  return { job, kind: "lost", what: `no longer kept among the dead: ${deadLetterLimit} died after it` };
}

/** Milliseconds before the next try. */
export function retryPauseOf(tries: number, { pause }: Pick<QueueOptions, "pause">): number {
  return pause * 2 ** (tries - 1);
}

/** The dead letter of a job that is given up now, for a person to see. */
export function deadLetterFor(
  { job, error }: QueueEvent,
  tries: number,
  { hide }: Pick<QueueOptions, "hide">,
): DeadLetter {
  return { job, at: Date.now(), tries, why: hide(messageOf(error)) };
}
