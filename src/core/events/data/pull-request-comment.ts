/** A person's comment or review on the pull request of a run: where it is, and which lines of the work it is about. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import { Id } from "#core/values/ids.ts";

/** The most comments on lines that are read of one review. */
export const MAX_THREADS = 30;

/** A comment on a line, or on a file (`line` is null). `comment`: its id, which the bot replies to. */
const Thread = z.strictObject({
  comment: Id,
  path: boundedText(300),
  line: z.int().positive().nullable(),
  text: boundedText(500),
});
export type ReviewThread = z.infer<typeof Thread>;

/** `pull`: its number; `review`: id of the review, null where it was a comment alone. */
export const PullRequestComment = z.strictObject({
  pull: Id,
  review: Id.nullable(),
  threads: z.array(Thread).max(MAX_THREADS),
});
export type PullRequestComment = z.infer<typeof PullRequestComment>;

/** The place of a comment, for people and prompts: `src/split.js:3`. */
export function threadPlaceOf({ path, line }: Pick<ReviewThread, "path" | "line">): string {
  return line === null ? path : `${path}:${line}`;
}
