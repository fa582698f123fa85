/** An event on an issue, or on the pull request of its run, as the bot and the Action keep it. */
import * as z from "zod";
import { REDIRECT_CHARACTERS } from "#core/events/data/correction.ts";
import { findCommand } from "./find-command.ts";
import { cutText } from "./known-command.ts";
import { StoredSlash } from "./stored-slash.ts";

/**
 * What happened to the issue, or to the pull request of its run. The text of a comment or a review was parsed when the
 * event came in: `slash` is the command in it, null where it holds none.
 */
export const TriggerEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("label_added"), label: z.string() }),
  z.object({ kind: z.literal("label_removed"), label: z.string() }),
  z.object({ kind: z.literal("issue_closed") }),
  /** The issue was assigned to the bot account `login`, ours or another's. */
  z.object({ kind: z.literal("assigned"), login: z.string() }),
  /** `edited`: the comment is not as it was created, whichever account changed it. */
  z.object({ kind: z.literal("comment_created"), slash: StoredSlash.nullable(), edited: z.boolean() }),
  /** A comment that is no command, on an issue whose plan waits for an approval. */
  z.object({ kind: z.literal("remark_created") }),
  /** A review of the pull request that requests changes; `text`: the change in words. */
  z.object({ kind: z.literal("review_submitted"), slash: StoredSlash.nullable(), text: z.string() }),
  /** The pull request was closed, merged, or pushed to. */
  z.object({ kind: z.enum(["pull_closed", "pull_merged", "pull_pushed"]) }),
]);
export type TriggerEvent = z.infer<typeof TriggerEvent>;

/** The event of a comment with this text. */
export function commentCreated(body: string, edited: boolean): TriggerEvent {
  return { kind: "comment_created", slash: findCommand(body), edited };
}

/** True for a comment that says something and is no command of ours, or by its slash of another bot. */
export function isRemark(body: string): boolean {
  const text = body.trimStart();
  return text !== "" && !text.startsWith("/") && findCommand(body) === null;
}

/** The event of a review that requests changes. `body` may be empty: its words then stand on its lines. */
export function reviewSubmitted(body: string): TriggerEvent {
  const text = cutText(body.trim(), REDIRECT_CHARACTERS);
  return {
    kind: "review_submitted",
    slash: findCommand(body),
    text: text === "" ? "See the comments on the lines." : text,
  };
}
