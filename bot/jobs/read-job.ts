/** Parses a job of the bot from the text that the queue stores. */
import * as z from "zod";
import type { Job } from "#ports/queue.ts";

const Written = z.object({
  key: z.string(),
  delivery: z.string(),
  vital: z.boolean(),
  from: z.string().optional(),
  event: z.string(),
  payload: z.looseObject({}),
  ahead: z.literal(true).optional(),
});

/** Parses a job that was stored with `JSON.stringify`. Throws an `Error` for another shape. */
export function readJob(text: string): Job {
  const found = Written.safeParse(JSON.parse(text));
  if (found.success) return found.data;
  throw new Error(`what waits in the queue is no job of this bot:\n${z.prettifyError(found.error)}`);
}
