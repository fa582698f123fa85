/** The port `Model` over an API of OpenAI's kind: streamed chat completions, stateless. The SDK is loaded with the first call only. */
import type { Config } from "#core/config.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { addressOf, keyOf } from "../model/access.ts";
import type { Deadline } from "../model/deadline.ts";
import { namesOf } from "../model/names.ts";
import { replyWithin } from "../model/persist.ts";
import type { AttemptWith } from "./attempt.ts";
import { worstPrice } from "./prices.ts";
import { requestOf } from "./request.ts";

/** OpenAI's own address. */
const OPENAI = "https://api.openai.com/v1";

/** `baseUrl` absent = OpenAI's own, `/v1` included. `clock` times the pauses between attempts, `random` spreads them. */
export interface OpenaiOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly models: Config["models"];
  readonly clock: Clock;
  readonly random: Random;
}

/** A model at OpenAI or at an address that speaks its API. Throws an `Error` when the key or the address cannot be one; neither is tried yet. */
export function openaiModel({ apiKey, baseUrl: address, models, clock, random }: OpenaiOptions): Model {
  const key = keyOf(apiKey, "OPENAI_API_KEY");
  const baseUrl = addressOf(address || OPENAI, "OPENAI_BASE_URL");
  const { idOf, nameOf } = namesOf(models);
  let loading: Promise<AttemptWith> | null = null;
  // The SDK is a third of the program: a run without a model of OpenAI's does not pay for it.
  const loaded = (): Promise<AttemptWith> => {
    loading ??= import("./attempt.ts").then(({ attemptsAt }) => attemptsAt(baseUrl, key, clock));
    return loading;
  };
  return {
    price: (model) => worstPrice(idOf(model)),
    reply: (prompt, signal) => {
      const asked = { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key };
      const params = requestOf(prompt, asked.id);
      const once = async (deadline: Deadline) => (await loaded())(params, asked, deadline);
      return replyWithin(prompt, { id: asked.id, once }, signal, { clock, random });
    },
  };
}
