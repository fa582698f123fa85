/**
 * The first message of a conversation that begins afresh: the goal and all that people wrote, word for word, and a
 * record of the work. What was sent before is never rewritten, because a provider's thinking is bound to it.
 */
import type { Message } from "#ports/model.ts";
import { fenceSource } from "#text/sanitize/quote.ts";
import { bytesOf } from "./size.ts";
import { type PastWork, recordOf } from "./work-record.ts";

/** `goal`: the first message. `messages`: those of the user since, oldest first. */
export interface Past extends PastWork {
  readonly goal: string;
  readonly messages: readonly string[];
}

const NOTE =
  "This conversation had grown long and begins afresh here. The goal above holds, and so do the messages " +
  "that follow. The record was made by a program from your own calls and their results. The files are as you left " +
  "them: read again what you need, do not do again what is done, and go on.";

/** The most characters of a record, and the fewest that say anything. */
const MOST = 40_000;
const FEWEST = 100;

/** The message takes less than half of the window (bytes), unless goal and messages alone take more. Deterministic. */
export function freshStart({ goal, messages, ...work }: Past, window: number): Extract<Message, { role: "user" }> {
  const begin = [goal, NOTE, ...messages].join("\n\n");
  for (let most = Math.min(MOST, Math.floor(window / 4)); most >= FEWEST; most = Math.floor(most / 2)) {
    const text = `${begin}\n\n${fenceSource("record of your work", "program", recordOf(work, most))}`;
    if (bytesOf(text) < window / 2) return { role: "user", text };
  }
  return { role: "user", text: begin };
}
