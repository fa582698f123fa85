/** How many tokens a request has, and how many of them the prompt cache gives back. A token is four characters here. */
import { createHash } from "node:crypto";
import { blocksInOrder, type WireRequest } from "./request-schema.ts";

/** Input in tokens, split as the real service splits it: the three sum up to the whole prompt. */
export interface InputUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
}

/** How far before a breakpoint the service looks for a prefix that it has, in blocks. https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const LOOKBACK = 20;

/** Tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Counts a request and writes its prefix at each breakpoint into the cache (a set of hashes, one for each server). Unlike the real
 * cache this one never forgets and has no least length (there: minutes, and 512 to 4096 tokens).
 */
export function countInput(request: WireRequest, cache: Set<string>): InputUsage {
  const hash = createHash("sha256").update(request.model);
  let total = 0;
  const places = blocksInOrder(request).map(({ cache_control: mark, ...content }) => {
    const text = JSON.stringify(content);
    total += tokensOf(text);
    return { prefix: hash.update(text).copy().digest("hex"), total, marked: mark !== undefined };
  });
  const inReach = (index: number): boolean => places.slice(index, index + LOOKBACK).some(({ marked }) => marked);
  const read = places.findLast(({ prefix }, index) => cache.has(prefix) && inReach(index))?.total ?? 0;
  const marked = places.filter((place) => place.marked);
  for (const { prefix } of marked) cache.add(prefix);
  const created = Math.max(0, (marked.at(-1)?.total ?? 0) - read);
  return { input_tokens: total - read - created, cache_read_input_tokens: read, cache_creation_input_tokens: created };
}
