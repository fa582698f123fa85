/** What stands in Redis is text, and anybody may have written it: one that is no job of ours holds up nothing but itself. */
import { messageOf } from "#core/values/message-of.ts";
import type { DeadLetter, Job } from "#ports/queue.ts";

/** A job from its text. Throws an `Error` for another shape. */
export type ReadJob = (text: string) => Job;

/** What stands first in a line. */
export interface FirstJob {
  readonly entry: string;
  readonly job: Job;
  /** Why it is no job of this bot, and `job` only stands for it; null for a job. */
  readonly odd: string | null;
}

/** In a line: `v` (vital) or `t`, then the delivery. */
export function lineEntryOf({ vital, delivery }: Job): string {
  return `${vital ? "v" : "t"}${delivery}`;
}

/** The job as it is kept. Who asked for it comes first, so that a script knows a person's jobs by how they begin, and reads none of them. */
export function jobTextOf({ from, ...job }: Job): string {
  return JSON.stringify({ from, ...job });
}

/** How the texts of all jobs of this one's person begin; nothing where it may not crowd others out: it is not vital, or nobody's. */
export function jobTextPrefixOf({ vital, from }: Job): string {
  return vital && from !== undefined ? `{"from":${JSON.stringify(from)},` : "";
}

/** `text`: null where none is kept for the entry. */
export function firstJobOf(key: string, entry: string, text: string | null, read: ReadJob): FirstJob {
  try {
    if (text === null) throw new Error("nothing is kept of it");
    const job = read(text);
    if (job.key !== key || lineEntryOf(job) !== entry) throw new Error(`it is the delivery ${job.delivery} for ${job.key}`);
    return { entry, job, odd: null };
  } catch (error) {
    const job = { key, delivery: entry.slice(1), vital: entry.startsWith("v"), event: "unreadable", payload: { text } };
    return { entry, job, odd: messageOf(error) };
  }
}

/** Throws an `Error` for a text that is no grave. */
export function parseDeadLetter(text: string, read: ReadJob): DeadLetter {
  const { job, at, tries, why } = JSON.parse(text);
  if (typeof at !== "number" || typeof tries !== "number" || typeof why !== "string")
    throw new Error("it does not say when, how often and why");
  return { job: read(JSON.stringify(job)), at, tries, why };
}

/** For the list: what is no grave stands in it as such. */
export function deadLetterForList(delivery: string, text: string, read: ReadJob): DeadLetter {
  try {
    return parseDeadLetter(text, read);
  } catch (error) {
    const job = { key: "unknown", delivery, vital: false, event: "unreadable", payload: { text } };
    return { job, at: 0, tries: 0, why: `what is kept of it cannot be read: ${messageOf(error)}` };
  }
}
