/** Finds the provider of a model by the model's id alone, and the credential that is missing to ask it. */
import { PROVIDERS, Provider } from "./providers.ts";
import { type Models, Tier } from "./tier.ts";

/** The provider of a model, and the id that its API takes; or why no provider is known. */
export type ModelProvider =
  | { readonly kind: "known"; readonly provider: Provider; readonly id: string }
  | { readonly kind: "unknown"; readonly why: string };

/** `openai:llama-4` and its like: the setting names the provider, and the id is one that its service knows. */
const NAMED = new RegExp(`^(${Provider.options.join("|")}):(.*)$`);

const SHAPE = /^[\w.:@/-]+$/;

/** The provider of a concrete id. */
export function providerOf(name: string): ModelProvider {
  const id = wireIdOf(name);
  if (!SHAPE.test(id)) return { kind: "unknown", why: `${name} is no id of a model` };
  const named = Provider.safeParse(NAMED.exec(name)?.[1]);
  if (named.success) return { kind: "known", provider: named.data, id };
  const found = Provider.options.find((provider) => isOwnId(name, provider));
  if (found !== undefined) return { kind: "known", provider: found, id };
  return { kind: "unknown", why: name.startsWith("gemini-") ? geminiWhy(name) : unknownWhy(name) };
}

function isOwnId(name: string, provider: Provider): boolean {
  const { prefixes, ids } = PROVIDERS[provider];
  return ids.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** The id that the provider's API takes: without the name of the provider. */
export function wireIdOf(name: string): string {
  return NAMED.exec(name)?.[2] ?? name;
}

/** True for a model of another company behind OpenAI's API: it needs the address of a service that has it. */
function isElsewhere({ provider, id }: Extract<ModelProvider, { kind: "known" }>): boolean {
  return provider === "openai" && /^(gemini|claude)-/.test(id);
}

/** The providers that have a key here; `elsewhere`: an address other than OpenAI's own is set. */
export interface ProviderAccess {
  readonly keys: readonly Provider[];
  readonly elsewhere: boolean;
}

/** The credential that must be set before a run can ask this model. `model`: as the setting names it. */
export interface MissingCredential {
  readonly what: "key" | "address";
  readonly provider: Provider;
  readonly model: string;
}

/** The models that a run may ask: those of all tiers, and the ids that roles name in place of a tier. */
export function modelsOf(models: Models, roles: Iterable<{ readonly tier: string }>): readonly string[] {
  const own = [...roles].map(({ tier }) => tier).filter((tier) => !Tier.safeParse(tier).success);
  return [...new Set([...Tier.options.map((tier) => models[tier]), ...own])];
}

/** The first credential that is missing for these models; null when a run can ask all of them. */
export function missingCredentialOf(
  names: readonly string[],
  { keys, elsewhere }: ProviderAccess,
): MissingCredential | null {
  for (const model of names) {
    const place = providerOf(model);
    if (place.kind === "unknown") continue;
    const { provider } = place;
    if (!keys.includes(provider)) return { what: "key", provider, model };
    if (isElsewhere(place) && !elsewhere) return { what: "address", provider, model };
  }
  return null;
}

/** The environment variable of a missing credential, such as `OPENAI_API_KEY`. */
export function credentialVariableOf({ what, provider }: Omit<MissingCredential, "model">): string {
  return PROVIDERS[provider][what];
}

/** What to set for a missing credential: its variable; where no key is there at all, also those that do as well. */
export function credentialAdviceOf(lack: MissingCredential, { keys }: Pick<ProviderAccess, "keys">): string {
  const variable = credentialVariableOf(lack);
  if (lack.what === "address" || keys.length > 0) return variable;
  const others = Provider.options.filter((provider) => provider !== lack.provider);
  return (
    `${variable}, or ${others.map((provider) => PROVIDERS[provider].key).join(" or ")} alone where the configuration ` +
    "names no models,"
  );
}

function geminiWhy(name: string): string {
  return (
    `${name}: Google's own API is not built in; write openai:${name} and set ${PROVIDERS.openai.address} ` +
    "to an address that speaks OpenAI's API for it"
  );
}

function unknownWhy(name: string): string {
  const prefixes = Provider.options.flatMap((provider) => PROVIDERS[provider].prefixes);
  return (
    `${name} does not say whose it is: ids begin with ${prefixes.slice(0, -1).join(", ")} or ${prefixes.at(-1)}; ` +
    `write openai:${name} for a model at an address that speaks OpenAI's API`
  );
}
