/**
 * Shortens a conversation that a model refuses as too long, by fixed rules in a fixed order, until a quarter of it is
 * gone.
 */
import type { Message } from "#ports/model.ts";
import { headAndTail } from "#text/format/shorten.ts";
import { sizeOfAll, trimMessages } from "./trim.ts";

/** The target size, as a part of the size before. */
const REST = 3 / 4;

/** The last messages stay; only the middle of their long results is cut. */
const KEPT = 6;

/** The most characters of a result that is never cut. */
const SHORT = 2_000;

/** Stands behind the goal, in place of the oldest rounds. */
const GAP: Message = {
  role: "user",
  text: "[earlier rounds left out to save space: read again what you need of them]",
};

/**
 * A shorter conversation; null where nothing more can be left out. Old tool results go first, then whole rounds of
 * calls and results, then the middle of the longest results among the last messages. Messages of the user stay word for
 * word, and no call is separated from its result.
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

/** Keeps only the user's messages between the goal and the last messages. */
function withoutOldRounds(messages: readonly Message[]): readonly Message[] {
  const last = Math.max(1, messages.length - KEPT);
  const end = messages[last]?.role === "tools" ? last - 1 : last;
  const old = messages.slice(1, end);
  if (old.every(({ role }) => role === "user")) return messages;
  const fromUser = old.filter((message) => message.role === "user" && message !== GAP);
  return [...messages.slice(0, 1), GAP, ...fromUser, ...messages.slice(end)];
}

/** Cuts every result to half of the longest one. */
function withShorterResults(messages: readonly Message[]): readonly Message[] {
  const lengths = messages.flatMap((message) =>
    message.role === "tools" ? message.results.map(({ text }) => text.length) : [],
  );
  const most = Math.max(SHORT, Math.max(0, ...lengths) / 2);
  return messages.map((message) => {
    if (message.role !== "tools" || message.results.every(({ text }) => text.length <= most)) return message;
    return {
      role: "tools",
      results: message.results.map((result) => ({ ...result, text: headAndTail(result.text, most) })),
    };
  });
}
