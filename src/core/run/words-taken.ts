/** The last words that a run took, as its events tell them: a wish is one wish, however often it is heard. */
import { isLater, type Saying, type Words } from "#core/events/data/said.ts";
import type { Event } from "#core/events/event.ts";

/** A run that was told nothing. */
export const UNTOLD: Words = { onwards: null, against: null };

/** The last words after an event. What names no comment was said when it was written down. */
export function wordsAfter(words: Words, event: Event): Words {
  switch (event.kind) {
    case "resumed":
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

function lastOf(before: Saying | null, { said, at }: { readonly said?: Saying | undefined; readonly at: number }): Saying {
  const now = said ?? { at, comment: null };
  return before === null || isLater(now, before) ? now : before;
}
