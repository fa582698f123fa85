/** What leaves a conversation that a model finds too long: by rule, in this order, until a quarter of it is gone. */
import type { Message } from "#ports/model.ts";
import { headAndTail } from "#text/format/shorten.ts";
import { sizeOfAll, trimMessages } from "./trim.ts";

/** What is left is at most this part of what was there, where so much can be left out. */
const REST = 3 / 4;

/** The last messages, which stay but for the middle of long results. */
const KEPT = 6;

/** Characters of a result that is not cut. */
const SHORT = 2_000;

/** Stands behind the goal, in place of the oldest rounds. */
const GAP: Message = { role: "user", text: "[earlier rounds left out to save space: read again what you need of them]" };

/**
 * A shorter conversation; null where there is nothing more that could be left out. Old tool results go first, then whole rounds of calls
 * and results, then the middle of the longest results among the last messages. What was said to the agent stays, word for word, and no
 * call is parted from its result.
 */
export function compactMessages(messages: readonly Message[]): readonly Message[] | null {
  const size = sizeOfAll(messages);
  const enough = (some: readonly Message[]): boolean => sizeOfAll(some) <= size * REST;
  const trimmed = trimMessages(messages, size - 1);
  if (enough(trimmed)) return trimmed;
  const recent = withoutOldRounds(trimmed);
  if (enough(recent)) return recent;
  const least = withShorterResults(recent);
  return sizeOfAll(least) < size ? least : null;
}

/** Between the goal and the last messages only what was said to the agent stays. */
function withoutOldRounds(messages: readonly Message[]): readonly Message[] {
  const last = Math.max(1, messages.length - KEPT);
  const end = messages[last]?.role === "tools" ? last - 1 : last;
  const old = messages.slice(1, end);
  if (old.every(({ role }) => role === "user")) return messages;
  const said = old.filter((message) => message.role === "user" && message !== GAP);
  return [...messages.slice(0, 1), GAP, ...said, ...messages.slice(end)];
}

/** No result is longer than half of the longest. */
function withShorterResults(messages: readonly Message[]): readonly Message[] {
  const lengths = messages.flatMap((message) => (message.role === "tools" ? message.results.map(({ text }) => text.length) : []));
  const most = Math.max(SHORT, Math.max(0, ...lengths) / 2);
  return messages.map((message) => {
    if (message.role !== "tools" || message.results.every(({ text }) => text.length <= most)) return message;
    return { role: "tools", results: message.results.map((result) => ({ ...result, text: headAndTail(result.text, most) })) };
  });
}
