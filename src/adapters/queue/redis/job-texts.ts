/**
 * Turns jobs into the texts that Redis stores, and back. Any program may have written such a text, so one that is no
 * job of ours blocks nothing but itself.
 */
import { messageOf } from "#core/values/message-of.ts";
import type { DeadLetter, Job } from "#ports/queue.ts";

/** Parses a job. Throws an `Error` for another shape. */
export type ReadJob = (text: string) => Job;

/** The first entry of a line. */
export interface FirstJob {
  readonly entry: string;
  readonly job: Job;
  /** Why the entry is no job of this bot, and `job` is only a stand-in; null for a real job. */
  readonly odd: string | null;
}

/** The entry of a job in its line: `v` (vital) or `t`, then the delivery. */
export function lineEntryOf({ vital, delivery }: Job): string {
  return `${vital ? "v" : "t"}${delivery}`;
}

/**
 * The job as Redis stores it. The person who asked for it comes first, so that a script recognises a person's jobs by
 * their first characters and parses none of them.
 */
export function jobTextOf(job: Job): string {
  return JSON.stringify({ from: job.from, ...job });
}

/**
 * The first characters of all jobs of the same person; empty for a job that is not vital or that no person asked for.
 */
export function jobTextPrefixOf({ vital, from }: Job): string {
  return vital && from !== undefined ? `{"from":${JSON.stringify(from)},` : "";
}

/** `text`: null where none is kept for the entry. */
export function firstJobOf(key: string, entry: string, text: string | null, read: ReadJob): FirstJob {
  try {
    if (text === null) throw new Error("nothing is kept of it");
    const job = read(text);
    if (job.key !== key || lineEntryOf(job) !== entry)
      throw new Error(`it is the delivery ${job.delivery} for ${job.key}`);
    return { entry, job, odd: null };
  } catch (error) {
    const job = { key, delivery: entry.slice(1), vital: entry.startsWith("v"), event: "unreadable", payload: { text } };
    return { entry, job, odd: messageOf(error) };
  }
}

/** Parses a dead letter. Throws an `Error` for another text. */
export function parseDeadLetter(text: string, read: ReadJob): DeadLetter {
  const { job, at, tries, why } = JSON.parse(text);
  if (typeof at !== "number" || typeof tries !== "number" || typeof why !== "string")
    throw new Error("it does not say when, how often and why");
  return { job: read(JSON.stringify(job)), at, tries, why };
}

/** A dead letter for the list: a text that cannot be read stands in the list as such. */
export function deadLetterForList(delivery: string, text: string, read: ReadJob): DeadLetter {
  try {
    return parseDeadLetter(text, read);
  } catch (error) {
    const job = { key: "unknown", delivery, vital: false, event: "unreadable", payload: { text } };
    return { job, at: 0, tries: 0, why: `what is kept of it cannot be read: ${messageOf(error)}` };
  }
}
