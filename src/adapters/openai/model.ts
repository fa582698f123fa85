/** The port `Model` over OpenAI's API or one like it: streamed chat completions, stateless. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { checkedApiKey, type FederatedAccess, type KeyAccess } from "#adapters/model/access.ts";
import { type ProviderApi, type ProviderOptions, providerModel } from "#adapters/model/provider-model.ts";
import { PROVIDERS } from "#core/config/providers.ts";
import type { Model } from "#ports/model.ts";
import { requestOf } from "./request.ts";

const API: ProviderApi<ChatCompletionCreateParamsStreaming, string> = {
  provider: "openai",
  requestOf,
  load: async () => (await import("./attempt.ts")).attemptsAt,
};

/**
 * A model at OpenAI or at an address that speaks its API. Throws as `checkedApiKey` and `providerModel`, and an `Error`
 * for a federation: this adapter takes keys only.
 */
export function openaiModel(options: (KeyAccess | FederatedAccess) & ProviderOptions): Model {
  if (!("apiKey" in options)) throw new Error(`OpenAI's models take a key: set ${PROVIDERS.openai.key}`);
  return providerModel(API, checkedApiKey(options.apiKey, PROVIDERS.openai.key), options);
}
