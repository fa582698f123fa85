/** What a call cost, from the service's own count. */
import type { MessageCreateParamsNonStreaming, Usage } from "@anthropic-ai/sdk/resources/messages";
import { countOf, guessedTokens } from "#adapters/model/tariff.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import { settle } from "./prices.ts";

/**
 * The spend of one call. A count that is missing or makes no sense is never taken for nothing (LLM-15): the prompt is then
 * guessed from its length and the reply taken as long as it was allowed to be. Cache counts may be absent.
 */
export function spendOf(usage: Partial<Usage> | null, params: MessageCreateParamsNonStreaming): ModelUsage {
  const tokens = {
    input: countOf(usage?.input_tokens) ?? guessedTokens(params),
    output: countOf(usage?.output_tokens) ?? params.max_tokens,
    cacheRead: countOf(usage?.cache_read_input_tokens) ?? 0,
    cacheWrite: countOf(usage?.cache_creation_input_tokens) ?? 0,
  };
  return { calls: 1, ...tokens, dollars: settle(params.model, tokens) };
}
