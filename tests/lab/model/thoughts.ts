/** Thinking blocks as the service signs them: each is bound to all that stands before it, and comes back unchanged or not at all. */
import { createHash } from "node:crypto";
import { blocksInOrder, type WireRequest } from "./request-schema.ts";

/** What a signature stands for: the text of the block, and a hash of what was before it. */
export interface Thought {
  readonly thinking: string;
  readonly before: string;
}

/** The hash that a thought is bound to that answers this request. */
export function prefixOf(request: WireRequest): string {
  const hash = createHash("sha256");
  for (const { cache_control: _mark, ...block } of blocksInOrder(request)) hash.update(JSON.stringify(block));
  return hash.digest("hex");
}

/** A sentence for each thinking block that is not ours, was changed, or stands behind something else than it stood behind. */
export function thoughtProblems(request: WireRequest, thoughts: ReadonlyMap<string, Thought>): readonly string[] {
  const hash = createHash("sha256");
  return blocksInOrder(request).flatMap(({ cache_control: _mark, ...block }, place) => {
    const before = hash.copy().digest("hex");
    hash.update(JSON.stringify(block));
    if (block.type !== "thinking") return [];
    const known = thoughts.get(block.signature ?? "");
    if (known !== undefined && known.thinking === block.thinking && known.before === before) return [];
    return [`block ${place}: Invalid \`signature\` in \`thinking\` block`];
  });
}
