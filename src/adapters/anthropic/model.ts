/**
 * The port `Model` over Anthropic's Messages API: streamed and stateless; a deadline bounds every call and its retries.
 */
import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import { checkedApiKey, type FederatedAccess, type Federation, type KeyAccess } from "#adapters/model/access.ts";
import { type ProviderApi, type ProviderOptions, providerModel } from "#adapters/model/provider-model.ts";
import { PROVIDERS } from "#core/config/providers.ts";
import type { Model } from "#ports/model.ts";
import { requestOf } from "./request.ts";

const API: ProviderApi<MessageCreateParamsNonStreaming, string | Federation> = {
  provider: "anthropic",
  requestOf,
  load: async () => (await import("./attempt.ts")).attemptsAt,
};

/** A model at Anthropic. Throws as `checkedApiKey` and `providerModel`. */
export function anthropicModel(options: (KeyAccess | FederatedAccess) & ProviderOptions): Model {
  const credential = "apiKey" in options ? checkedApiKey(options.apiKey, PROVIDERS.anthropic.key) : options.federation;
  return providerModel(API, credential, options);
}
