/** Puts a record of the work in place of a conversation that is too long, or too dear to go on with. */
import { isDear } from "#agent/window/dear.ts";
import { freshStart } from "#agent/window/fresh-start.ts";
import { sizeOf, sizeOfAll } from "#agent/window/size.ts";
import { emitSessionEvent } from "./session.ts";
import type { Talk } from "./talk.ts";

/** The part of the window that may be left of a conversation that filled it. */
const REST = 0.75;

/** Begins afresh what does not fit, or is dear; where the latter frees nothing, only when it is as dear once more. */
export function keepShort(talk: Talk): void {
  const size = sizeOfAll(talk.messages);
  if (size > talk.window) beginAfresh(talk, talk.window * REST);
  else if (isDear(size, talk.again) && !beginAfresh(talk, size / 2, size)) talk.again = 0;
}

/**
 * Puts one message in place of the conversation, where it has at most so many bytes; it is made for a window of so
 * many. True when it was done.
 */
export function beginAfresh(talk: Talk, most: number, window = talk.window): boolean {
  const message = freshStart(talk.past, window);
  const [before, after] = [sizeOfAll(talk.messages), sizeOf(message)];
  if (after > most) return false;
  talk.messages = [message];
  talk.seen.forgetShown();
  talk.again = 0;
  talk.crowded = false;
  emitSessionEvent(talk, {
    kind: "warning",
    data: { text: `the conversation begins afresh with a record of its work: ${after} bytes in place of ${before}` },
  });
  return true;
}
