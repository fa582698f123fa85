/** Recognises the reactions that end the handling of a command. */
import type { Reaction } from "#ports/github-types.ts";
import type { CommentAuthor } from "./comment-author.ts";

/** Reactions that are set when a command has had its answer. */
export const FINAL_REACTIONS: readonly Reaction[] = ["rocket", "-1", "confused"];

type ReactionBy = { readonly content: string; readonly user: CommentAuthor | null };

/** True when we have set one of them. */
export function hasFinalReaction(
  reactions: readonly ReactionBy[],
  isOurs: (writer: CommentAuthor) => boolean,
): boolean {
  return reactions.some(
    ({ content, user }) => user !== null && isOurs(user) && FINAL_REACTIONS.some((last) => last === content),
  );
}
