/** What a call cost, from the service's own count. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { guessedTokens, tokenCountOf } from "#adapters/model/tariff.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import type { CollectedMessage } from "./collect.ts";
import { openaiCostOf } from "./prices.ts";

/**
 * The spend of one call. The service's count of the prompt holds the cached part; its count of the answer holds the thinking. A count
 * that is missing or makes no sense is never taken for nothing (LLM-15): the prompt is then guessed from its length and the reply taken
 * as long as it was allowed to be.
 */
export function openaiUsageOf(usage: CollectedMessage["usage"], params: ChatCompletionCreateParamsStreaming): ModelUsage {
  return spent(usage, params, params.max_completion_tokens ?? params.max_tokens ?? 0);
}

/** The spend of a call that broke: the count comes last in a stream, so what had come is guessed by its length. */
export function brokenTurnUsageOf(said: CollectedMessage, params: ChatCompletionCreateParamsStreaming): ModelUsage {
  return spent(said.usage, params, guessedTokens([said.text, said.refusal, said.calls]));
}

function spent(usage: CollectedMessage["usage"], params: ChatCompletionCreateParamsStreaming, output: number): ModelUsage {
  const prompt = tokenCountOf(usage?.prompt_tokens) ?? guessedTokens(params);
  const cacheRead = Math.min(prompt, tokenCountOf(usage?.prompt_tokens_details?.cached_tokens) ?? 0);
  const tokens = { input: prompt - cacheRead, output: tokenCountOf(usage?.completion_tokens) ?? output, cacheRead, cacheWrite: 0 };
  return { calls: 1, ...tokens, dollars: openaiCostOf(params.model, tokens) };
}
