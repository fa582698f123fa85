/** A simulated prompt cache counts what prompts cost, to compare clients that mark theirs otherwise. It is no bill. */
import { createHash } from "node:crypto";
import type { PromptBlock } from "./prompt.ts";

/** Bytes of one token: a fixed stand-in, the same for every client. */
const BYTES_OF_TOKEN = 4;
/** Tokens of the shortest prompt that is cached. */
const SHORTEST = 1_024;
/** How far before a mark the service looks for a prompt that it knows, in blocks. */
const LOOKBACK = 20;
/** Prices in tokens of plain input. */
const PRICE = { read: 0.1, written: 1.25, plain: 1 };

/** The tokens of a prompt; the three are all of it. */
export interface CountedPrompt {
  readonly read: number;
  readonly written: number;
  readonly plain: number;
}

/** The cost of a prompt in tokens of plain input. */
export function costOf({ read, written, plain }: CountedPrompt): number {
  return read * PRICE.read + written * PRICE.written + plain * PRICE.plain;
}

/** Counts prompts one after the other; each finds what earlier ones of its model have written. */
export type PromptCache = (model: string, prompt: readonly PromptBlock[]) => CountedPrompt;

/** An empty cache. Unlike the real one it never forgets. */
export function promptCache(): PromptCache {
  const known = new Set<string>();
  return (model, prompt) => {
    const ends = endsIn(model, prompt);
    const marks = ends.flatMap(({ isMarked, tokens }, index) => (isMarked && tokens >= SHORTEST ? [index] : []));
    const isReachable = (index: number): boolean => marks.some((mark) => mark >= index && mark - index < LOOKBACK);
    const read = ends.findLast(({ prefix }, index) => isReachable(index) && known.has(prefix))?.tokens ?? 0;
    const last = ends[marks.at(-1) ?? -1]?.tokens ?? 0;
    for (const mark of marks) known.add(ends[mark]?.prefix ?? "");
    const written = Math.max(0, last - read);
    return { read, written, plain: (ends.at(-1)?.tokens ?? 0) - read - written };
  };
}

/** The prompt up to the end of one of its blocks: a hash of it, and its tokens. */
interface End {
  readonly prefix: string;
  readonly tokens: number;
  readonly isMarked: boolean;
}

function endsIn(model: string, prompt: readonly PromptBlock[]): readonly End[] {
  const hash = createHash("sha256").update(model);
  let bytes = 0;
  return prompt.map((block) => {
    bytes += block.bytes;
    const prefix = hash.update("\0").update(block.text).copy().digest("base64");
    return { prefix, tokens: bytes / BYTES_OF_TOKEN, isMarked: block.isMarked };
  });
}
