/** Finds the provider of a model by its id alone, and what is missing to ask it. */
import { PROVIDERS, Provider } from "./providers.ts";
import { type Models, Tier } from "./tier.ts";

/** Who has the model, and the id that the service is told; or why nobody we can ask has it. */
export type ModelProvider =
  | { readonly kind: "known"; readonly provider: Provider; readonly id: string }
  | { readonly kind: "unknown"; readonly why: string };

/** `openai:llama-4` and its like: the provider is said, the id is whatever its service knows. */
const SAID = new RegExp(`^(${Provider.options.join("|")}):(.*)$`);

const SHAPE = /^[\w.:@/-]+$/;

/** The provider of a concrete id (S3.16). */
export function providerOf(name: string): ModelProvider {
  const id = wireIdOf(name);
  if (!SHAPE.test(id)) return { kind: "unknown", why: `${name} is no id of a model` };
  const said = Provider.safeParse(SAID.exec(name)?.[1]);
  if (said.success) return { kind: "known", provider: said.data, id };
  const found = Provider.options.find((provider) => isOwnId(name, provider));
  if (found !== undefined) return { kind: "known", provider: found, id };
  return { kind: "unknown", why: name.startsWith("gemini-") ? geminiWhy(name) : unknownWhy(name) };
}

function isOwnId(name: string, provider: Provider): boolean {
  const { prefixes, ids } = PROVIDERS[provider];
  return ids.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** The id that the service is told: without the provider. */
export function wireIdOf(name: string): string {
  return SAID.exec(name)?.[2] ?? name;
}

/** An id that OpenAI itself has not: it needs the address of whoever has it. */
function isElsewhere({ provider, id }: Extract<ModelProvider, { kind: "known" }>): boolean {
  return provider === "openai" && /^(gemini|claude)-/.test(id);
}

/** Whom we have a key for, and whether an address other than OpenAI's own is set. */
export interface ProviderAccess {
  readonly keys: readonly Provider[];
  readonly elsewhere: boolean;
}

/** What must be set before this model can be asked. `model`: as the setting names it. */
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

/** The first thing that is missing for these models; null when all of them can be asked (S3.16). */
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

/** The variable that a lack is mended by, such as `OPENAI_API_KEY`. */
export function credentialVariableOf({ what, provider }: Omit<MissingCredential, "model">): string {
  return PROVIDERS[provider][what];
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
