/** The port `Model` over OpenAI's API or one like it: streamed chat completions, stateless. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { checkedApiKey, type KeyAccess } from "#adapters/model/access.ts";
import { type ProviderApi, type ProviderOptions, providerModel } from "#adapters/model/provider-model.ts";
import type { Model } from "#ports/model.ts";
import { worstPrice } from "./prices.ts";
import { requestOf } from "./request.ts";

/** Every address ends with `/v1`, OpenAI's own and any other that a person sets. */
const API: ProviderApi<ChatCompletionCreateParamsStreaming, string> = {
  home: "https://api.openai.com/v1",
  address: "OPENAI_BASE_URL",
  worstPrice,
  requestOf,
  load: async () => (await import("./attempt.ts")).attemptsAt,
};

/** A model at OpenAI or at an address that speaks its API. Throws as `checkedApiKey` and `providerModel`. */
export function openaiModel({ apiKey, ...options }: KeyAccess & ProviderOptions): Model {
  return providerModel(API, checkedApiKey(apiKey, "OPENAI_API_KEY"), options);
}
