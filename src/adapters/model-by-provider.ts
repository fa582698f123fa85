/** The port `Model` over all providers that we have a key for: each prompt goes to the provider of its model. */
import { anthropicModel } from "#adapters/anthropic/model.ts";
import type { FederatedAccess, KeyAccess } from "#adapters/model/access.ts";
import { openaiModel } from "#adapters/openai/model.ts";
import { secretHider } from "#core/analysis/secrets/redact.ts";
import {
  credentialVariableOf,
  type MissingCredential,
  missingCredentialOf,
  type Provider,
  providerOf,
} from "#core/config/provider.ts";
import { type Models, Tier } from "#core/config/tier.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { Message, Model, Prompt } from "#ports/model.ts";
import type { Random } from "#ports/random.ts";

/** Null = no access to this provider. */
export interface ProviderAccesses {
  readonly anthropic: KeyAccess | FederatedAccess | null;
  readonly openai: KeyAccess | null;
}

export interface ByProviderOptions {
  readonly access: ProviderAccesses;
  readonly models: Models;
  readonly clock: Clock;
  readonly random: Random;
  /** As `ProviderOptions.atOnce`. */
  readonly atOnce?: boolean;
}

/** The keys that are set: the caller hides them wherever it keeps text. */
export function keysOf({ anthropic, openai }: ProviderAccesses): readonly string[] {
  return [anthropic, openai].flatMap((access) => (access !== null && "apiKey" in access ? [access.apiKey] : []));
}

/** Names the credential that is missing to ask these models; null when none is. A program says so at its start. */
export function missingCredentialFor(
  names: readonly string[],
  { anthropic, openai }: ProviderAccesses,
): MissingCredential | null {
  const keys: Provider[] = [
    ...(anthropic === null ? [] : ["anthropic" as const]),
    ...(openai === null ? [] : ["openai" as const]),
  ];
  return missingCredentialOf(names, { keys, elsewhere: Boolean(openai?.baseUrl) });
}

/** Removes our own keys from a prompt, whatever a tool printed. The model's own messages go back unchanged. */
function withoutKeys(prompt: Prompt, hide: (text: string) => string): Prompt {
  const clean = (message: Message): Message => {
    if (message.role === "user") return { ...message, text: hide(message.text) };
    if (message.role === "tools")
      return { ...message, results: message.results.map((result) => ({ ...result, text: hide(result.text) })) };
    return message;
  };
  return { ...prompt, messages: prompt.messages.map(clean) };
}

/**
 * All models behind one port. Throws an `Error` when a key or an address that is set is malformed. A prompt for a
 * provider without a key throws `Failure("model")`, not retryable, that names the variable; its price is unknown.
 */
export function modelByProvider({ access, ...shared }: ByProviderOptions): Model {
  const hide = secretHider(keysOf(access));
  const served: Readonly<Record<Provider, Model | null>> = {
    anthropic: access.anthropic === null ? null : anthropicModel({ ...access.anthropic, ...shared }),
    openai: access.openai === null ? null : openaiModel({ ...access.openai, ...shared }),
  };
  const find = (name: string): { readonly model: Model | null; readonly why: string } => {
    const tier = Tier.safeParse(name);
    const place = providerOf(tier.success ? shared.models[tier.data] : name);
    if (place.kind === "unknown") return { model: null, why: place.why };
    const { provider } = place;
    return {
      model: served[provider],
      why: `no key for ${name}: set ${credentialVariableOf({ what: "key", provider })}`,
    };
  };
  return {
    price: (name) => find(name).model?.price(name) ?? null,
    reply: async (prompt, signal) => {
      const { model, why } = find(prompt.model);
      if (model === null) throw new Failure("model", why, { retryable: false });
      return model.reply(withoutKeys(prompt, hide), signal);
    },
  };
}
