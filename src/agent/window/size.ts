/** Measures messages in bytes: the unit of the window and of the worst price. */
import type { Message } from "#ports/model.ts";

/** Bytes: 80 % of a window of 150,000 tokens at 4 characters each. */
export const PROMPT_WINDOW = 480_000;

const encoder = new TextEncoder();

/** UTF-8 bytes of a text: for English and code its characters, for other scripts closer to its tokens. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Messages never change, so each is measured once. */
const sizes = new WeakMap<Message, number>();

/** Bytes of a message as it goes to the provider: for an assistant the larger of the provider's own form and ours. */
export function sizeOf(message: Message): number {
  const known = sizes.get(message);
  if (known !== undefined) return known;
  const size = measure(message);
  sizes.set(message, size);
  return size;
}

/** Bytes of a whole conversation. */
export function sizeOfAll(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0);
}

function measure(message: Message): number {
  switch (message.role) {
    case "user":
      return bytesOf(message.text);
    case "tools":
      return message.results.reduce((sum, { id, text }) => sum + bytesOf(id) + bytesOf(text), 0);
    case "assistant":
      return Math.max(
        bytesOf(message.text) + bytesOf(JSON.stringify(message.calls)),
        bytesOf(JSON.stringify(message.raw ?? null)),
      );
  }
}
