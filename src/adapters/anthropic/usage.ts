/** What a call cost, from the service's own count. */
import type { MessageCreateParamsNonStreaming, Usage } from "@anthropic-ai/sdk/resources/messages";
import type { Spend } from "#core/spend.ts";
import { settle } from "./prices.ts";

/** Characters for a token, on the dear side: code in English has about four. */
const CHARACTERS_A_TOKEN = 3;

/**
 * The spend of one call. A count that is missing or makes no sense is never taken for nothing (LLM-15): the prompt is then
 * guessed from its length and the reply taken as long as it was allowed to be. Cache counts may be absent.
 */
export function spendOf(usage: Partial<Usage> | null, params: MessageCreateParamsNonStreaming): Spend {
  const tokens = {
    input: count(usage?.input_tokens) ?? Math.ceil(JSON.stringify(params).length / CHARACTERS_A_TOKEN),
    output: count(usage?.output_tokens) ?? params.max_tokens,
    cacheRead: count(usage?.cache_read_input_tokens) ?? 0,
    cacheWrite: count(usage?.cache_creation_input_tokens) ?? 0,
  };
  return { calls: 1, ...tokens, dollars: settle(params.model, tokens) };
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
