/** The port `Model` over all providers that we have a key for: each prompt goes to the provider of its model. */
import { anthropicModel } from "#adapters/anthropic/model.ts";
import type { FederatedAccess, KeyAccess } from "#adapters/model/access.ts";
import { keysOf, type ProviderAccesses } from "#adapters/model/provider-access.ts";
import type { ProviderOptions } from "#adapters/model/provider-model.ts";
import { openaiModel } from "#adapters/openai/model.ts";
import { secretHider } from "#core/analysis/secrets/redact.ts";
import { credentialVariableOf, type ProviderAccess, providerOf } from "#core/config/model-provider.ts";
import { Provider } from "#core/config/providers.ts";
import { type Models, Tier } from "#core/config/tier.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Message, Model, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";

/** A model of each provider. Throws as `checkedApiKey` and `providerModel`. */
const MODELS: Readonly<Record<Provider, (options: (KeyAccess | FederatedAccess) & ProviderOptions) => Model>> = {
  anthropic: anthropicModel,
  openai: openaiModel,
};

export interface ByProviderOptions {
  readonly access: ProviderAccesses;
  readonly models: Models;
  readonly clock: Clock;
  readonly random: Random;
  /** As `ProviderOptions.atOnce`, of the providers that these models have. */
  readonly atOnce?: boolean;
}

/** Which providers can be asked with this access, without any key in it. */
export function providerAccessOf(access: ProviderAccesses): ProviderAccess {
  const keys = Provider.options.filter((provider) => access[provider] !== null);
  return { keys, elsewhere: Boolean(access.openai?.baseUrl) };
}

/**
 * Gives a function that removes our own keys from a prompt, whatever a tool printed. The model's own messages go back
 * unchanged. A conversation grows at its end, and its messages never change: each is looked through once.
 */
function keyRemover(hide: (text: string) => string): (prompt: Prompt) => Prompt {
  const known = new WeakMap<Message, Message>();
  const clean = (message: Message): Message => {
    if (message.role === "user") return { ...message, text: hide(message.text) };
    if (message.role === "tools")
      return { ...message, results: message.results.map((result) => ({ ...result, text: hide(result.text) })) };
    return message;
  };
  const cleaned = (message: Message): Message => {
    const made = known.get(message) ?? clean(message);
    known.set(message, made);
    return made;
  };
  return (prompt) => ({ ...prompt, messages: prompt.messages.map(cleaned) });
}

/**
 * All models behind one port. Throws an `Error` when a key or an address that is set is malformed. A prompt for a
 * provider without a key throws `Failure("model")`, not retryable, that names the variable; its price is unknown.
 */
export function modelByProvider({ access, atOnce = false, ...shared }: ByProviderOptions): Model {
  const placeOf = (name: string) => {
    const tier = Tier.safeParse(name);
    return providerOf(tier.success ? shared.models[tier.data] : name);
  };
  const usual = Tier.options.map(placeOf).flatMap((place) => (place.kind === "unknown" ? [] : [place.provider]));
  const withoutKeys = keyRemover(secretHider(keysOf(access)));
  const served = new Map(
    Provider.options.flatMap((provider) => {
      const own = access[provider];
      if (own === null) return [];
      const options = { ...own, ...shared, atOnce: atOnce && usual.includes(provider) };
      return [[provider, MODELS[provider](options)] as const];
    }),
  );
  const find = (name: string): { readonly model: Model | null; readonly why: string } => {
    const place = placeOf(name);
    if (place.kind === "unknown") return { model: null, why: place.why };
    const { provider } = place;
    return {
      model: served.get(provider) ?? null,
      why: `no key for ${name}: set ${credentialVariableOf({ what: "key", provider })}`,
    };
  };
  return {
    price: (name) => find(name).model?.price(name) ?? null,
    reply: async (prompt, signal) => {
      const { model, why } = find(prompt.model);
      if (model === null) throw new Failure("model", why, { retryable: false });
      return model.reply(withoutKeys(prompt), signal);
    },
  };
}
