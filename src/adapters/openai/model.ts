/** The port `Model` over an API of OpenAI's kind: streamed chat completions, stateless. */
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { Model } from "#ports/model.ts";
import { type ProviderApi, type ProviderOptions, providerModel } from "../model/provider-model.ts";
import { worstPrice } from "./prices.ts";
import { requestOf } from "./request.ts";

/** OpenAI's own address has `/v1` in it, and so has any other that is given. */
const API: ProviderApi<ChatCompletionCreateParamsStreaming> = {
  home: "https://api.openai.com/v1",
  key: "OPENAI_API_KEY",
  address: "OPENAI_BASE_URL",
  worstPrice,
  requestOf,
  load: async () => (await import("./attempt.ts")).attemptsAt,
};

/** A model at OpenAI or at an address that speaks its API. Throws as `providerModel`. */
export function openaiModel(options: ProviderOptions): Model {
  return providerModel(API, options);
}
