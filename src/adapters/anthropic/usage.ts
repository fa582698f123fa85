/** Computes what a call cost, from the provider's own count. */
import type { MessageCreateParamsNonStreaming, Usage } from "@anthropic-ai/sdk/resources/messages";
import { costOf, guessedTokens, tokenCountOf } from "#adapters/model/tariff.ts";
import type { ModelUsage } from "#core/values/usage.ts";

/**
 * The usage of one call. A count that is missing or impossible is never taken for zero: the prompt is then estimated
 * from its length, and the reply counts as long as it was allowed to be. Cache counts may be absent.
 */
export function anthropicUsageOf(usage: Partial<Usage> | null, params: MessageCreateParamsNonStreaming): ModelUsage {
  const tokens = {
    input: tokenCountOf(usage?.input_tokens) ?? guessedTokens(params),
    output: tokenCountOf(usage?.output_tokens) ?? params.max_tokens,
    cacheRead: tokenCountOf(usage?.cache_read_input_tokens) ?? 0,
    cacheWrite: tokenCountOf(usage?.cache_creation_input_tokens) ?? 0,
  };
  return { calls: 1, ...tokens, dollars: costOf("anthropic", params.model, tokens) };
}
