/** The port `Model` over Anthropic's Messages API: streamed, stateless, with a deadline around every call and its retries. */
import { Console } from "node:console";
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import { type Config, Tier } from "#core/config.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Model, Prompt, Reply } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";
import type { Asked } from "./asked.ts";
import { deadlineOf } from "./deadline.ts";
import { type Caller, persist } from "./persist.ts";
import { worstPrice } from "./prices.ts";

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
export function anthropicModel(options: AnthropicOptions): Model {
  const key = options.apiKey.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error("ANTHROPIC_API_KEY holds no key: set it to one line without blanks");
  const baseUrl = addressOf(options.baseUrl || ANTHROPIC);
  const caller: Caller = { messages: new Messages(clientOf(key, baseUrl)), clock: options.clock, random: options.random };
  const idOf = (name: string): string => {
    const tier = Tier.safeParse(name);
    return tier.success ? options.models[tier.data] : name;
  };
  // Whoever asks has put the concrete id in already; the message about it must still name the setting.
  const nameOf = (name: string): string => Tier.options.find((tier) => options.models[tier] === name) ?? name;
  return {
    price: (model) => worstPrice(idOf(model)),
    reply: (prompt, signal) => replyWithin(prompt, { name: nameOf(prompt.model), id: idOf(prompt.model), baseUrl, key }, signal, caller),
  };
}

async function replyWithin(prompt: Prompt, asked: Asked, signal: AbortSignal, caller: Caller): Promise<Reply> {
  if (signal.aborted) throw new Interrupted("the call was stopped before it was sent");
  const deadline = deadlineOf(signal, prompt.deadline, caller.clock);
  try {
    return await persist(prompt, asked, deadline, caller);
  } catch (cause) {
    if (signal.aborted) throw new Interrupted("the call was stopped", { cause });
    if (!deadline.passed()) throw cause;
    throw new Failure("model", `no answer from ${asked.id} within ${prompt.deadline} ms`, { retryable: true, cause });
  } finally {
    deadline.clear();
  }
}

/** Login and query are left out: the address stands in messages. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) throw new Error(`ANTHROPIC_BASE_URL is no address: ${text}`);
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Retries are ours (persist), because the SDK's know neither our deadline nor limits on money. Standard output belongs to the program. */
function clientOf(apiKey: string, baseURL: string): BaseAnthropic {
  return new BaseAnthropic({ apiKey, baseURL, maxRetries: 0, logger: new Console(process.stderr), logLevel: "warn", openTelemetry: false });
}
