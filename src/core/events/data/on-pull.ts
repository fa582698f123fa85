/** What somebody says on the pull request of a run: where they said it, and to which lines of the work. */
import * as z from "zod";
import { Id } from "#core/values/ids.ts";
import { prose } from "#core/values/prose.ts";

/** How many comments on lines are heard of one review. */
export const THREADS = 30;

/** A comment on a line, or on a file (`line` is null). `comment`: its id, which the answer goes to. */
const Thread = z.strictObject({ comment: Id, path: prose(300), line: z.int().positive().nullable(), text: prose(500) });
export type Thread = z.infer<typeof Thread>;

/** `pull`: its number; `review`: id of the review, null where it was a comment alone. */
export const OnPull = z.strictObject({ pull: Id, review: Id.nullable(), threads: z.array(Thread).max(THREADS) });
export type OnPull = z.infer<typeof OnPull>;

/** Where a comment stands, for people and prompts: `src/split.js:3`. */
export function placeOf({ path, line }: Pick<Thread, "path" | "line">): string {
  return line === null ? path : `${path}:${line}`;
}
