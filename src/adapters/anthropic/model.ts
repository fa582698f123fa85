/** The port `Model` over Anthropic's Messages API: streamed, stateless, with a deadline around every call and its retries. */
import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { Model } from "#ports/model.ts";
import { type ProviderApi, type ProviderOptions, providerModel } from "../model/provider-model.ts";
import { worstPrice } from "./prices.ts";
import { requestOf } from "./request.ts";

const API: ProviderApi<MessageCreateParamsNonStreaming> = {
  home: "https://api.anthropic.com",
  key: "ANTHROPIC_API_KEY",
  address: "ANTHROPIC_BASE_URL",
  worstPrice,
  requestOf,
  load: async () => (await import("./attempt.ts")).attemptsAt,
};

/** A model at Anthropic. Throws as `providerModel`. */
export function anthropicModel(options: ProviderOptions): Model {
  return providerModel(API, options);
}
