/** A prompt is taken apart in the order in which the service caches it: tools, system, messages, one entry a block. */
import { blocksOf, type MessageRequest } from "./request.ts";

/** A block as it counts: marks of the cache are no part of it. */
export interface PromptBlock {
  readonly text: string;
  readonly bytes: number;
  /** True where a client asks that the prompt is cached up to here. */
  readonly isMarked: boolean;
}

const MARK = "cache_control";

/** Takes a prompt apart. */
export function promptOf({ tools = [], system, messages }: MessageRequest): readonly PromptBlock[] {
  const said = messages.flatMap(({ role, content }) => blocksOf(content).map((block) => ({ role, ...block })));
  return [...tools, ...blocksOf(system), ...said].map(promptBlock);
}

function promptBlock(block: object): PromptBlock {
  let isMarked = false;
  const text = JSON.stringify(block, (name, value) => {
    isMarked ||= name === MARK && value !== null;
    return name === MARK ? undefined : value;
  });
  return { text, bytes: Buffer.byteLength(text), isMarked };
}

/** True where the later prompt is the earlier one and more. */
export function continues(earlier: readonly PromptBlock[], later: readonly PromptBlock[]): boolean {
  return earlier.every(({ text }, index) => text === later[index]?.text);
}
