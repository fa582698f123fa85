/** Reads the access to each provider that is set in an environment, or among the inputs of a job. */
import { PROVIDERS, Provider } from "#core/config/providers.ts";
import type { FederatedAccess, Federation, KeyAccess } from "./access.ts";
import { federationIn } from "./federation-file.ts";

/** Null = no access to this provider. */
export type ProviderAccesses = Readonly<Record<Provider, KeyAccess | FederatedAccess | null>>;

/** `read`: the value of a variable, empty or undefined where it is not set. A key goes before a federation. */
export function accessesBy(
  read: (variable: string) => string | undefined,
  federationOf: (provider: Provider) => Federation | null,
): ProviderAccesses {
  const accessOf = (provider: Provider): KeyAccess | FederatedAccess | null => {
    const { key, address } = PROVIDERS[provider];
    const apiKey = read(key);
    const baseUrl = read(address) || undefined;
    if (apiKey) return { apiKey, baseUrl };
    const federation = federationOf(provider);
    return federation === null ? null : { federation, baseUrl };
  };
  // `fromEntries` forgets its keys: they are all providers.
  return Object.fromEntries(Provider.options.map((provider) => [provider, accessOf(provider)])) as ProviderAccesses;
}

/** The access that a server's or a command line's environment holds. Throws as `federationIn`. */
export function accessesIn(env: Readonly<Record<string, string | undefined>>): ProviderAccesses {
  return accessesBy(
    (variable) => env[variable],
    (provider) => federationIn(env, PROVIDERS[provider].federation),
  );
}

/** The keys that are set: the caller hides them wherever it keeps text. */
export function keysOf(access: ProviderAccesses): readonly string[] {
  return Provider.options.flatMap((provider) => {
    const own = access[provider];
    return own !== null && "apiKey" in own ? [own.apiKey] : [];
  });
}
