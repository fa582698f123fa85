/** The port `Model` over Anthropic's Messages API: streamed, stateless, with a deadline around every call and its retries. */
import { Console } from "node:console";
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { Config } from "#core/config.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import { addressOf, keyOf } from "../model/access.ts";
import { namesOf } from "../model/names.ts";
import { replyWithin } from "../model/persist.ts";
import { attemptOf } from "./attempt.ts";
import { worstPrice } from "./prices.ts";
import { requestOf } from "./request.ts";

const ANTHROPIC = "https://api.anthropic.com";

/** `baseUrl` absent = Anthropic's own; the environment is never read here. `clock` times the pauses between attempts, `random` spreads them. */
export interface AnthropicOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly models: Config["models"];
  readonly clock: Clock;
  readonly random: Random;
}

/** A model at Anthropic. Throws an `Error` when the key or the address cannot be one (a key with blanks or line ends inside); neither is tried yet. */
export function anthropicModel({ apiKey, baseUrl: address, models, clock, random }: AnthropicOptions): Model {
  const key = keyOf(apiKey, "ANTHROPIC_API_KEY");
  const baseUrl = addressOf(address || ANTHROPIC, "ANTHROPIC_BASE_URL");
  const caller = { messages: new Messages(clientOf(key, baseUrl)), clock };
  const { idOf, nameOf } = namesOf(models);
  return {
    price: (model) => worstPrice(idOf(model)),
    reply: (prompt, signal) => {
      const asked = { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key };
      const params = requestOf(prompt, asked.id);
      const once = { id: asked.id, once: (deadline: Parameters<typeof attemptOf>[2]) => attemptOf(params, asked, deadline, caller) };
      return replyWithin(prompt, once, signal, { clock, random });
    },
  };
}

/** Retries are ours (adapters/model), because the SDK's know neither our deadline nor limits on money. Standard output belongs to the program. */
function clientOf(apiKey: string, baseURL: string): BaseAnthropic {
  return new BaseAnthropic({ apiKey, baseURL, maxRetries: 0, logger: new Console(process.stderr), logLevel: "warn", openTelemetry: false });
}
