/** Remembers the last comments with commands that a run handled: handling one twice changes nothing. */
import { type CommentTime, isLaterComment, type LastCommands } from "#core/events/data/comment-order.ts";
import type { Event } from "#core/events/event.ts";

/** A run without any command. */
export const NO_COMMANDS: LastCommands = { onwards: null, against: null };

/** The last commands after an event. A command without a comment counts from the time of its event. */
export function lastCommandsAfter(words: LastCommands, event: Event): LastCommands {
  switch (event.kind) {
    case "resumed":
    case "base_renewed":
    case "redirect_requested":
    case "run_unblocked":
      return { ...words, onwards: lastOf(words.onwards, event) };
    case "stop_requested":
    case "pause_requested":
      return { ...words, against: lastOf(words.against, event) };
    default:
      return words;
  }
}

function lastOf(
  before: CommentTime | null,
  { said, at }: { readonly said?: CommentTime | undefined; readonly at: number },
): CommentTime {
  const now = said ?? { at, comment: null };
  return before === null || isLaterComment(now, before) ? now : before;
}
