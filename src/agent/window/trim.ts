/**
 * Keeps a conversation within a model's window: old tool results leave it in batches, so that the provider's cache
 * keeps its prefix.
 */
import type { Message, ToolResult } from "#ports/model.ts";
import { sizeOf } from "./size.ts";

/** Bytes: 80 % of a window of 150,000 tokens at 4 characters each. */
export const PROMPT_WINDOW = 480_000;

/** The last messages, which are never touched. */
const KEPT = 6;

/** A batch that frees less than this part of the limit is not worth a new cache entry. */
const WORTH = 1 / 8;

/**
 * The same messages; once they are over `limit` (bytes), with as many of the oldest tool results replaced by a note as
 * bring them to half of it. Between two such batches nothing changes, so the prefix stays byte-identical. Pairs of call
 * and result stay whole. User and assistant messages and the last six are never touched, so a conversation can stay
 * over the limit, by less than an eighth of it where results are what makes it long. Idempotent.
 */
export function trimMessages(messages: readonly Message[], limit: number): readonly Message[] {
  const size = sizeOfAll(messages);
  if (size <= limit) return messages;
  const names = new Map(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.calls.map(({ id, name }) => [id, name]) : [],
    ),
  );
  let surplus = size - limit / 2;
  const trimmed = messages.map((message, index) => {
    if (message.role !== "tools" || surplus <= 0 || index >= messages.length - KEPT) return message;
    const shorter: Message = {
      role: "tools",
      results: message.results.map((result) => without(result, names.get(result.id))),
    };
    surplus -= sizeOf(message) - sizeOf(shorter);
    return shorter;
  });
  return size - sizeOfAll(trimmed) < limit * WORTH ? messages : trimmed;
}

/** Bytes of a whole conversation. */
export function sizeOfAll(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0);
}

/** A result that is shorter than the note stays as it is. */
function without(result: ToolResult, tool = "a tool"): ToolResult {
  const note = `[result of ${tool} left out to save space]`;
  return result.text.length <= note.length ? result : { ...result, text: note };
}
