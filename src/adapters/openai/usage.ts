/** Computes what a call cost, from the provider's own count. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { costOf, guessedTokens, tokenCountOf } from "#adapters/model/tariff.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import type { CollectedMessage } from "./collect.ts";

/**
 * The usage of one call. The provider's count of the prompt includes the cached part; its count of the answer includes
 * the thinking. A count that is missing or impossible is never taken for zero: the prompt is then estimated from its
 * length, and the reply counts as long as it was allowed to be.
 */
export function openaiUsageOf(
  usage: CollectedMessage["usage"],
  params: ChatCompletionCreateParamsStreaming,
): ModelUsage {
  return spent(usage, params, params.max_completion_tokens ?? params.max_tokens ?? 0);
}

/**
 * The usage of a call that broke: the count comes last in a stream, so the part that had come is estimated by its
 * length.
 */
export function brokenTurnUsageOf(message: CollectedMessage, params: ChatCompletionCreateParamsStreaming): ModelUsage {
  return spent(message.usage, params, guessedTokens([message.text, message.refusal, message.calls]));
}

function spent(
  usage: CollectedMessage["usage"],
  params: ChatCompletionCreateParamsStreaming,
  output: number,
): ModelUsage {
  const prompt = tokenCountOf(usage?.prompt_tokens) ?? guessedTokens(params);
  const cacheRead = Math.min(prompt, tokenCountOf(usage?.prompt_tokens_details?.cached_tokens) ?? 0);
  const tokens = {
    input: prompt - cacheRead,
    output: tokenCountOf(usage?.completion_tokens) ?? output,
    cacheRead,
    cacheWrite: 0,
  };
  return { calls: 1, ...tokens, dollars: costOf("openai", params.model, tokens) };
}
